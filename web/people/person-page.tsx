import { ArrowLeft } from 'lucide-react'
import type { Person } from '../../contract/people.ts'
import { useAppSelector } from '../store.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame } from '../ui/frame.tsx'
import { Moment } from '../ui/moment.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Patterned } from '../ui/patterned.tsx'
import { BACK } from '../ui/route-change.tsx'
import { PostsOf } from './posts-of.tsx'

/** The page of a person without a profile. */
export function PersonPage({ person }: { person: Person }) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated)
  return (
    <Frame>
      <article className="grid gap-8">
        <ButtonLink
          to="/profiles"
          state={BACK}
          look="quiet"
          size="small"
          className="-ml-3 justify-self-start"
        >
          <ArrowLeft size={16} aria-hidden="true" /> Back To Profiles
        </ButtonLink>
        <section>
          <Patterned id={person._id} columns={32} rows={4} className="h-24 w-full rounded-2xl sm:h-32" />
          <div className="-mt-12 -ml-1.5 w-fit rounded-[1.375rem] bg-canvas p-1.5 sm:-mt-14">
            <Avatar id={person._id} name={person.name} src={person.avatar} size="huge" />
          </div>
          <PageHeading
            title={person.name}
            description={`${person.name} is a member`}
            className="mt-3 text-3xl font-semibold tracking-tight"
          >
            <bdi>{person.name}</bdi>
          </PageHeading>
          <p className="mt-1 text-muted">
            Here since <Moment date={person.date} />. No profile yet.
          </p>
        </section>
        {isMember && person.postCount > 0 && <PostsOf person={person} />}
      </article>
    </Frame>
  )
}
