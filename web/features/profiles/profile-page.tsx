import { ArrowLeft } from 'lucide-react'
import { profileHead } from '../../../contract/pages/content-heads.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { loadStatus } from '../../app/api/results.ts'
import { type State, useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Frame, Page, useHasColumns } from '../../ui/layout/frame.tsx'
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
import { ReaderHeader } from './header/reader-header.tsx'
import { Job } from './job.tsx'
import { JoinInvitation } from './join-invitation.tsx'
import { WithoutProfile } from './person/without-profile.tsx'
import { ProfileBio, ProfileSkills } from './profile-about.tsx'
import { findFoundProfile, useContactQuery, useProfileQuery } from './profile-api.ts'
import { ProjectCards } from './projects/project-cards.tsx'
import { RepoList } from './repo-list.tsx'
import { VerifiedMark } from './verified-mark.tsx'

const mayRead = ({ auth, site }: State) => auth.token !== null || site.reading === 'public'

export function ProfilePage({ id }: { id: string }) {
  const opened = useAppSelector((state) => state.profile.profile)
  const listed = useAppSelector((state) => state.profile.profiles.find(({ user }) => user._id === id))
  const query = useProfileQuery({ params: { id } })
  const status = loadStatus(query)
  const found = useAppSelector((state) => findFoundProfile(state, ({ user }) => user._id === id))
  const profile = opened?.user._id === id ? opened : (listed ?? found)
  // Members have other buttons in the header, some of which would move the rest.
  const isUserKnown = useAppSelector((state) => !state.auth.loading)
  if (status === 'missing') return <WithoutProfile id={id} />
  if (profile && isUserKnown) return <FullProfile key={id} profile={profile} />
  if (profile || status === 'loading') return <LoadingProfile />
  return (
    <Page heading="Profile">
      <Failure msg="Couldn't load this profile." onRetry={query.refetch} />
    </Page>
  )
}

const LoadingProfile = () => (
  <Frame>
    <Spinner />
  </Frame>
)

function FullProfile({ profile }: { profile: Profile }) {
  const { isAuthenticated, user } = useAppSelector((state) => state.auth)
  const hasColumns = useHasColumns()
  const isMine = isAuthenticated === true && user?._id === profile.user._id
  const userId = profile.user._id
  const isExtended = useIsExtended()
  const isReader = useAppSelector(mayRead)
  const Header = isReader ? ReaderHeader : ProfileHeader
  const rest = (
    <>
      {isReader && <PostsOfProfile userId={userId} />}
      {!isAuthenticated && <JoinInvitation />}
    </>
  )
  // In one column the rest waits for what is above it, so that it does not move.
  const below = !hasColumns && rest
  const answers = isReader && isExtended ? <AnsweredTags userId={userId}>{below}</AnsweredTags> : below
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
          <Header
            person={profile.user}
            head={profileHead({ ...profile, name: profile.user.name })}
            lead={<Job profile={profile} />}
            location={profile.location}
            links={
              <>
                <VerifiedMark isVerified={profile.githubVerified} />
                <ProfileLinks profile={profile} />
              </>
            }
            actions={<ProfileActions user={profile.user} isMine={isMine} />}
          />
        </div>
        <div className="grid content-start gap-8 columns:col-start-2 print:block">
          <ProfileSkills profile={profile} />
          {profile.email && <ProfileEmail email={profile.email} />}
          {isAuthenticated && !profile.email && profile.showEmail === 'members' && (
            <EmailForMembers userId={userId} />
          )}
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
          {hasColumns ? rest : more}
        </div>
      </article>
    </Frame>
  )
}

function EmailForMembers({ userId }: { userId: string }) {
  const { currentData: contact, isFetching } = useContactQuery({ params: { id: userId } })
  if (isFetching && !contact) return <p className="py-0.5">&nbsp;</p>
  return contact?.email && <ProfileEmail email={contact.email} />
}

function PostsOfProfile({ userId }: { userId: string }) {
  const { person } = usePerson(userId)
  return person && person.postCount > 0 && <PostsOfPerson person={person} />
}
