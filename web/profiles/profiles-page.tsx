import { MapPin } from 'lucide-react'
import { memo } from 'react'
import type { Profile } from '../../contract/profiles.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { useLoad } from '../ui/use-load.ts'
import { Job } from './job.tsx'
import { loadMoreProfiles, loadProfiles } from './profile-calls.ts'
import { SkillList } from './skill-list.tsx'

const SKILLS_ON_A_CARD = 4

export function ProfilesPage() {
  const dispatch = useAppDispatch()
  const profiles = useAppSelector((state) => state.profile.profiles)
  const hasMore = useAppSelector((state) => state.profile.nextProfiles !== null)
  const opened = useAppSelector((state) => state.profile.profile?._id)
  const { shown, isReturn, returnTo } = useGradualList(profiles)
  const { status, retry } = useLoad('profiles', async (signal) =>
    isReturn && profiles.length > 0 ? 'ready' : dispatch(loadProfiles(signal)),
  )
  const isKnown = profiles.length > 0
  return (
    <Page heading="Developers" lead="Browse and connect with developers" width="wide">
      {status === 'loading' && !isKnown && <Spinner />}
      {status === 'failed' && !isKnown && (
        <Failure msg="The developers could not be loaded." onRetry={retry} />
      )}
      {status === 'ready' && !isKnown && <p className="card p-6 text-muted">No profiles found...</p>}
      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map((profile) => (
          <li
            key={profile._id}
            ref={profile._id === opened ? returnTo : undefined}
            className="card skip-offscreen flex flex-col gap-4 p-5"
          >
            <ProfileCard profile={profile} />
          </li>
        ))}
      </ul>
      {hasMore && shown.length > 0 && <LoadMore load={() => dispatch(loadMoreProfiles())} />}
    </Page>
  )
}

const ProfileCard = memo(function ProfileCard({ profile }: { profile: Profile }) {
  const { user, location, skills } = profile
  return (
    <>
      <div className="flex gap-4">
        <Avatar name={user.name} src={user.avatar} size="large" />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">
            <bdi>{user.name}</bdi>
          </h2>
          <p>
            <Job profile={profile} />
          </p>
          {location && (
            <p className="mt-0.5 flex items-start gap-1 text-sm text-muted">
              <MapPin size={15} aria-hidden="true" className="mt-1 shrink-0" />
              <bdi>{location}</bdi>
            </p>
          )}
        </div>
      </div>
      <SkillList skills={skills.slice(0, SKILLS_ON_A_CARD)} />
      <ButtonLink to={`/profile/${user._id}`} look="secondary" size="small" className="mt-auto self-start">
        View Profile
      </ButtonLink>
    </>
  )
})
