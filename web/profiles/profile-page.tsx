import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import type { Profile } from '../../contract/profiles.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'
import { CredentialList } from './credential-list.tsx'
import { JoinInvitation } from './join-invitation.tsx'
import { ProfileAbout } from './profile-about.tsx'
import { openProfile } from './profile-calls.ts'
import { ProfileTop } from './profile-top.tsx'
import { RepoList } from './repo-list.tsx'

export function ProfilePage() {
  const { id = '' } = useParams()
  const dispatch = useAppDispatch()
  const known = useAppSelector((state) => state.profile.profile)
  const { status, retry } = useLoad(id, (signal) => dispatch(openProfile(id, signal)))
  const profile = known?.user._id === id ? known : null
  if (status === 'missing') {
    return (
      <NotFound
        heading="Profile not found"
        lead="There is no such developer, or they have no profile yet."
        back={{ to: '/profiles', text: 'Back To Profiles' }}
      />
    )
  }
  if (profile) return <Whole key={id} profile={profile} />
  if (status === 'loading') return <Spinner />
  return (
    <Page heading="Profile">
      <Failure msg="The profile could not be loaded." onRetry={retry} />
    </Page>
  )
}

function Whole({ profile }: { profile: Profile }) {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  return (
    <article className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-6 sm:py-12 print:gap-4 print:p-0">
      <div className="flex flex-wrap justify-between gap-2 print:hidden">
        <ButtonLink to="/profiles" look="secondary" size="small">
          <ArrowLeft size={16} aria-hidden="true" /> Back To Profiles
        </ButtonLink>
        {isAuthenticated && user?._id === profile.user._id && (
          <ButtonLink to="/edit-profile" size="small">
            Edit Profile
          </ButtonLink>
        )}
      </div>
      <ProfileTop profile={profile} />
      <ProfileAbout profile={profile} />
      <CredentialList
        heading="Experience"
        empty="No experience credentials"
        items={profile.experience.map((item) => ({
          ...item,
          heading: item.company,
          facts: [
            ['Position', item.title],
            ['Location', item.location],
          ],
        }))}
      />
      <CredentialList
        heading="Education"
        empty="No education credentials"
        items={profile.education.map((item) => ({
          ...item,
          heading: item.school,
          facts: [
            ['Degree', item.degree],
            ['Field Of Study', item.fieldofstudy],
          ],
        }))}
      />
      {profile.githubusername && <RepoList username={profile.githubusername} />}
      {!isAuthenticated && !loading && <JoinInvitation />}
    </article>
  )
}
