import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { profileHead } from '../../../contract/pages/content-heads.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { type State, type Store, useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Frame, Page } from '../../ui/layout/frame.tsx'
import { useHasColumns } from '../../ui/layout/has-columns.ts'
import { startLoad, takeStartedLoad, useLoad } from '../../ui/lists/use-load.ts'
import { type LoadablePage, PageLoader } from '../../ui/routing/page-loader.tsx'
import { BACK } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Timeline } from './credentials/timeline.tsx'
import { ProfileActions } from './header/profile-actions.tsx'
import { ProfileEmail } from './header/profile-email.tsx'
import { ProfileHeader } from './header/profile-header.tsx'
import { ProfileLinks } from './header/profile-links.tsx'
import { Job } from './job.tsx'
import { JoinInvitation } from './join-invitation.tsx'
import { lazyFoundProfiles } from './lazy-found-profiles.ts'
import { ProfileBio, ProfileSkills } from './profile-about.tsx'
import { openProfile } from './profile-calls.ts'
import { ProjectCards } from './projects/project-cards.tsx'
import { RepoList } from './repo-list.tsx'

/** Runs before the first render. */
export async function fillProfile(store: Store, id: string): Promise<void> {
  const parts = mayRead(store.getState()) && loadReaderParts()
  await startLoad(id, store.dispatch(openProfile(id, new AbortController().signal)))
  await parts
}

type ReaderParts = Partial<typeof import('./reader-parts.tsx')>

let loadedParts: ReaderParts | undefined

/** What visitors of a community for members do not see. The profile is shown without it if this fails. */
async function loadReaderParts(): Promise<ReaderParts> {
  loadedParts ??= await import('./reader-parts.tsx').catch(() => undefined)
  return loadedParts ?? {}
}

const mayRead = ({ auth, site }: State) => auth.token !== null || site.reading === 'public'

const NO_PARTS: ReaderParts = {}

/** Undefined while they load. */
function useReaderParts(): ReaderParts | undefined {
  const isReader = useAppSelector(mayRead)
  const [parts, setParts] = useState(loadedParts)
  useEffect(() => {
    if (isReader && !parts) loadReaderParts().then(setParts)
  }, [isReader, parts])
  return isReader ? parts : NO_PARTS
}

const withoutProfile: LoadablePage = {
  load: async () => (await import('./person/without-profile.tsx')).WithoutProfile,
}

export function ProfilePage({ id }: { id: string }) {
  const dispatch = useAppDispatch()
  const opened = useAppSelector((state) => state.profile.profile)
  const listed = useAppSelector((state) => state.profile.profiles.find(({ user }) => user._id === id))
  const { status, retry } = useLoad(id, (signal) => takeStartedLoad(id) ?? dispatch(openProfile(id, signal)))
  const found = useAppSelector((state) => lazyFoundProfiles.find?.(state, ({ user }) => user._id === id))
  const profile = opened?.user._id === id ? opened : (listed ?? found)
  const parts = useReaderParts()
  // Members have other buttons in the header, some of which would move the rest.
  const isUserKnown = useAppSelector((state) => !state.auth.loading)
  if (status === 'missing') return <PageLoader page={withoutProfile} id={id} />
  if (profile && parts && isUserKnown) return <FullProfile key={id} profile={profile} parts={parts} />
  if (profile || status === 'loading') return <LoadingProfile />
  return (
    <Page heading="Profile">
      <Failure msg="Couldn't load this profile." onRetry={retry} />
    </Page>
  )
}

const LoadingProfile = () => (
  <Frame>
    <Spinner />
  </Frame>
)

function FullProfile({ profile, parts }: { profile: Profile; parts: ReaderParts }) {
  const { isAuthenticated, user } = useAppSelector((state) => state.auth)
  const hasColumns = useHasColumns()
  const isMine = isAuthenticated === true && user?._id === profile.user._id
  const userId = profile.user._id
  const { ReaderHeader: Header = ProfileHeader, AnsweredTags, EmailForMembers, PostsOfProfile } = parts
  const rest = (
    <>
      {PostsOfProfile && <PostsOfProfile userId={userId} />}
      {!isAuthenticated && <JoinInvitation />}
    </>
  )
  // In one column the rest waits for what is above it, so that it does not move.
  const below = !hasColumns && rest
  const answers =
    AnsweredTags && profile.user.handle ? <AnsweredTags userId={userId}>{below}</AnsweredTags> : below
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
            links={<ProfileLinks profile={profile} />}
            actions={<ProfileActions user={profile.user} isMine={isMine} />}
          />
        </div>
        <div className="grid content-start gap-8 columns:col-start-2 print:block">
          <ProfileSkills profile={profile} />
          {profile.email && <ProfileEmail email={profile.email} />}
          {isAuthenticated && !profile.email && profile.showEmail === 'members' && EmailForMembers && (
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
