import { ArrowLeft } from 'lucide-react'
import { profileHead } from '../../../contract/pages/content-heads.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Store } from '../../app/state/store.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Frame, Page } from '../../ui/layout/frame.tsx'
import { useHasColumns } from '../../ui/layout/has-columns.ts'
import { startLoad, takeStartedLoad, useLoad } from '../../ui/lists/use-load.ts'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { BACK } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePerson } from '../accounts/people/people-api.ts'
import { PostsOfPerson } from '../feeds/posts-of-person.tsx'
import { AnsweredTags } from './answered-tags.tsx'
import { Timeline } from './credentials/timeline.tsx'
import { ProfileActions } from './header/profile-actions.tsx'
import { ProfileEmail } from './header/profile-email.tsx'
import { ProfileHeader } from './header/profile-header.tsx'
import { ProfileLinks } from './header/profile-links.tsx'
import { Job } from './job.tsx'
import { JoinInvitation } from './join-invitation.tsx'
import { PersonPage } from './person-page.tsx'
import { ProfileBio, ProfileSkills } from './profile-about.tsx'
import { findFoundProfile } from './profile-api.ts'
import { openProfile } from './profile-calls.ts'
import { ProjectCards } from './projects/project-cards.tsx'
import { RepoList } from './repo-list.tsx'

/** Runs before the first render. */
export function fillProfile(store: Store, id: string): Promise<void> {
  return startLoad(id, store.dispatch(openProfile(id, new AbortController().signal)))
}

export function ProfilePage({ id }: { id: string }) {
  const dispatch = useAppDispatch()
  const isMine = useAppSelector((state) => state.auth.user?._id === id)
  const opened = useAppSelector((state) => state.profile.profile)
  const listed = useAppSelector((state) => state.profile.profiles.find(({ user }) => user._id === id))
  const { status, retry } = useLoad(id, (signal) => takeStartedLoad(id) ?? dispatch(openProfile(id, signal)))
  const found = useAppSelector((state) => findFoundProfile(state, ({ user }) => user._id === id))
  const profile = opened?.user._id === id ? opened : (listed ?? found)
  if (status === 'missing') return <WithoutProfile id={id} isMine={isMine} />
  if (profile) return <FullProfile key={id} profile={profile} />
  if (status === 'loading') return <LoadingProfile />
  return (
    <Page heading="Profile">
      <Failure msg="Couldn't load this profile." onRetry={retry} />
    </Page>
  )
}

/** People without a profile have a page too, unless the call for people fails, as on a server without it. */
function WithoutProfile({ id, isMine }: { id: string; isMine: boolean }) {
  const { person, isLoading } = usePerson(id)
  if (isLoading) return <LoadingProfile />
  if (person) return <PersonPage key={id} person={person} isMine={isMine} />
  return isMine ? <NoProfileYet /> : <UnknownProfile id={id} />
}

const LoadingProfile = () => (
  <Frame>
    <Spinner />
  </Frame>
)

function UnknownProfile({ id }: { id: string }) {
  return (
    <NotFound
      command={`whois ${id.slice(0, 8)}`}
      heading="Profile not found"
      lead="This person doesn't exist or doesn't have a profile yet."
      back={{ to: '/profiles', text: 'Back To Profiles' }}
    />
  )
}

function NoProfileYet() {
  return (
    <NotFound
      command="whoami"
      heading="Profile not found"
      lead="You don't have a profile yet. It takes two minutes."
      back={{ to: '/create-profile', text: 'Create Profile' }}
    />
  )
}

function FullProfile({ profile }: { profile: Profile }) {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  const isPublic = useSite().reading === 'public'
  const hasColumns = useHasColumns()
  const mayRead = isAuthenticated === true || isPublic
  const isMine = isAuthenticated === true && user?._id === profile.user._id
  const answers = mayRead && profile.user.handle && <AnsweredTags userId={profile.user._id} />
  const more = profile.githubusername ? (
    <RepoList username={profile.githubusername}>{answers}</RepoList>
  ) : (
    answers
  )
  return (
    <Frame wide>
      <article className="grid gap-x-8 gap-y-8 columns:grid-cols-[minmax(0,40rem)_17.5rem] print:block">
        <div className="columns:col-span-2">
          <ButtonLink to="/profiles" state={BACK} variant="quiet" size="small" className="mb-2 -ml-3">
            <ArrowLeft size={16} aria-hidden="true" /> Back To Profiles
          </ButtonLink>
          <ProfileHeader
            person={profile.user}
            head={profileHead({ ...profile, name: profile.user.name })}
            lead={<Job profile={profile} />}
            location={profile.location}
            links={<ProfileLinks profile={profile} />}
            actions={<ProfileActions user={profile.user} isMine={isMine} />}
          />
        </div>
        <div className="grid content-start gap-8 columns:col-start-2 print:block">
          <ProfileSkills profile={profile} />
          <ProfileEmail profile={profile} />
          {hasColumns && more}
        </div>
        <div className="grid content-start gap-10 columns:col-start-1 columns:row-start-2 print:block">
          {profile.bio && <ProfileBio profile={profile} />}
          <ProjectCards projects={profile.projects} />
          <Timeline
            heading="Experience"
            empty="No experience credentials"
            items={profile.experience.map((item) => ({
              ...item,
              heading: item.title,
              facts: [item.company, item.location],
            }))}
          />
          <Timeline
            heading="Education"
            empty="No education credentials"
            items={profile.education.map((item) => ({
              ...item,
              heading: item.school,
              facts: [item.degree, item.fieldofstudy],
            }))}
          />
          {!hasColumns && more}
          {mayRead && <PostsOfProfile userId={profile.user._id} />}
          {!isAuthenticated && !loading && <JoinInvitation />}
        </div>
      </article>
    </Frame>
  )
}

/** Nothing on a server without the call for people. */
function PostsOfProfile({ userId }: { userId: string }) {
  const { person } = usePerson(userId)
  return person && person.postCount > 0 && <PostsOfPerson person={person} />
}
