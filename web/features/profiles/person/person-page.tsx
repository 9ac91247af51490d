import { ArrowLeft } from 'lucide-react'
import type { Person } from '../../../../contract/accounts.ts'
import { personHead } from '../../../../contract/pages/content-heads.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { useSite } from '../../../app/state/use-site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Frame } from '../../../ui/layout/frame.tsx'
import { Prompt } from '../../../ui/lists/empty.tsx'
import { BACK } from '../../../ui/routing/route-change.tsx'
import { PostsOfPerson } from '../../feeds/posts-of-person.tsx'
import { ReaderHeader } from '../header/reader-header.tsx'

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
  return (
    <Frame>
      <article className="grid gap-8">
        <div>
          <ButtonLink to="/profiles" state={BACK} variant="quiet" size="small" className="mb-2 -ml-3">
            <ArrowLeft size={16} aria-hidden="true" /> Back To Profiles
          </ButtonLink>
          <ReaderHeader
            person={person}
            head={personHead(person.name, site)}
            lead={!isMine && <span className="text-muted">No profile yet.</span>}
          />
        </div>
        {isMine && <ProfileInvitation />}
        {(isMember || site.reading === 'public') && person.postCount > 0 && <PostsOfPerson person={person} />}
      </article>
    </Frame>
  )
}
