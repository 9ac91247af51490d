import { ArrowLeft } from 'lucide-react'
import type { Person } from '../../../contract/accounts.ts'
import { personHead } from '../../../contract/pages/content-heads.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Handle } from '../../ui/handle.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Patterned } from '../../ui/patterned.tsx'
import { Prompt } from '../../ui/prompt.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { BACK } from '../../ui/routing/route-change.tsx'
import { FollowPerson } from '../feeds/follows/follow-button.tsx'
import { PostsOfPerson } from '../feeds/posts-of-person.tsx'
import { usePersonMenu } from '../posts/menu/person-menu.tsx'

function ProfileInvitation() {
  return (
    <aside className="card flex flex-wrap items-center justify-between gap-4 bg-sunken p-5">
      <div className="min-w-0 flex-1 basis-64">
        <Prompt>whoami</Prompt>
        <p className="mt-1">
          You don't have a profile yet. Show what you do, what you know and where you've worked, at an address
          you can share.
        </p>
      </div>
      <ButtonLink to="/create-profile">Create Profile</ButtonLink>
    </aside>
  )
}

export function PersonPage({ person, isMine }: { person: Person; isMine: boolean }) {
  const site = useSite()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated)
  const { menu, reasonForm } = usePersonMenu({ noun: 'person', person, target: { user: person._id } })
  return (
    <Frame>
      <article className="grid gap-8">
        <ButtonLink
          to="/profiles"
          state={BACK}
          variant="quiet"
          size="small"
          className="-ml-3 justify-self-start"
        >
          <ArrowLeft size={16} aria-hidden="true" /> Back To Profiles
        </ButtonLink>
        <section data-entry={person._id} tabIndex={-1}>
          <Patterned id={person._id} columns={32} rows={4} className="h-24 w-full rounded-2xl sm:h-32" />
          <div className="-mt-12 flex items-end justify-between sm:-mt-14">
            <div className="-ml-1.5 rounded-[1.375rem] bg-canvas p-1.5">
              <Avatar id={person._id} name={person.name} src={person.avatar} size="huge" />
            </div>
            <div className="flex items-center gap-2">
              <FollowPerson person={person} />
              {menu}
            </div>
          </div>
          <PageHeading
            head={personHead(person.name, site)}
            className="mt-3 text-3xl font-semibold max-[22rem]:text-2xl tracking-tight"
          >
            <bdi>{person.name}</bdi>
          </PageHeading>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 empty:hidden">
            <Handle person={person} />
            <RoleBadge role={person.badge} />
          </p>
          <p className="mt-1 text-muted">
            Joined <Moment date={person.date} />. {!isMine && 'No profile yet.'}
          </p>
          {reasonForm}
        </section>
        {isMine && <ProfileInvitation />}
        {(isMember || site.reading === 'public') && person.postCount > 0 && <PostsOfPerson person={person} />}
      </article>
    </Frame>
  )
}
