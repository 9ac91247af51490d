import { BookOpen, Briefcase, UserRoundPen } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { Profile } from '../../../contract/profiles.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/layout/frame.tsx'
import { useDestination } from '../../ui/routing/destination.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmFirst } from '../accounts/confirm-line.tsx'
import { DeleteAccount } from '../accounts/delete-account.tsx'
import { CredentialTable } from '../profiles/credentials/credential-table.tsx'
import {
  useOwnProfile,
  useRemoveEducationMutation,
  useRemoveExperienceMutation,
} from '../profiles/profile-api.ts'
import { gapsOf } from '../profiles/profile-gaps.ts'
import { OwnProjects } from '../profiles/projects/own-projects.tsx'
import { FirstSteps, HomeSections, useFirstSteps, useHome } from './dashboard-sections.tsx'

export function DashboardPage() {
  return <Dashboard key={useLocation().key} />
}

function Dashboard() {
  const name = useAppSelector((state) => state.auth.user?.name)
  const { profile, retry, ...load } = useOwnProfile()
  const status = profile ? 'ready' : load.status
  const isKnown = profile !== null || status === 'missing'
  const steps = useFirstSteps(profile, isKnown)
  const home = useHome()
  const destination = useDestination()
  // All at once, so that nothing moves.
  const isLoading = status === 'loading' || (isKnown && (home.isLoading || steps.isLoading))
  const lead = (
    <>
      Welcome <bdi>{name}</bdi>
    </>
  )
  return (
    <Page heading="Dashboard" lead={lead} accountLinks wide={!isLoading && !steps.done}>
      <ConfirmFirst className="mb-6" />
      {destination && (
        <p className="mb-6">
          Continue to:{' '}
          <Link to={destination.to} className="text-link font-medium">
            {destination.name}
          </Link>
        </p>
      )}
      {isLoading && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {isKnown && !isLoading && (
        <>
          {steps.done && <FirstSteps done={steps.done} />}
          {!profile && <NoProfile />}
          <HomeSections home={home} />
          {profile && <Overview profile={profile} />}
        </>
      )}
    </Page>
  )
}

function NoProfile() {
  return (
    <div className="card mb-8 grid justify-items-start gap-4 p-5">
      <p>You have not yet set up a profile, please add some info</p>
      <ButtonLink to="/create-profile">Create Profile</ButtonLink>
    </div>
  )
}

function Overview({ profile }: { profile: Profile }) {
  const gaps = gapsOf(profile)
  const [removeExperience] = useRemoveExperienceMutation()
  const [removeEducation] = useRemoveEducationMutation()
  // As on our server, which can change a credential.
  const isExtended = useIsExtended()
  return (
    <>
      <h2 className="text-xl font-semibold">Your profile</h2>
      <p className="mt-1 text-muted">
        {gaps.length > 0 ? `Still missing: ${gaps.join(', ')}.` : 'Nothing is missing.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink to="/edit-profile" variant="secondary">
          <UserRoundPen size={17} aria-hidden="true" className="text-accent" /> Edit Profile
        </ButtonLink>
        <ButtonLink to="/add-experience" variant="secondary">
          <Briefcase size={17} aria-hidden="true" className="text-accent" /> Add Experience
        </ButtonLink>
        <ButtonLink to="/add-education" variant="secondary">
          <BookOpen size={17} aria-hidden="true" className="text-accent" /> Add Education
        </ButtonLink>
      </div>
      <CredentialTable
        heading="Experience Credentials"
        columns={['Company', 'Title', 'Years']}
        rows={profile.experience.map((item) => ({ ...item, organization: item.company, title: item.title }))}
        empty={{ text: "Add where you've worked.", action: 'Add a job', to: '/add-experience' }}
        edit={isExtended ? '/edit-experience' : undefined}
        remove={removeExperience}
      />
      <CredentialTable
        heading="Education Credentials"
        columns={['School', 'Degree', 'Years']}
        rows={profile.education.map((item) => ({ ...item, organization: item.school, title: item.degree }))}
        empty={{ text: "Add where you've studied.", action: 'Add your studies', to: '/add-education' }}
        edit={isExtended ? '/edit-education' : undefined}
        remove={removeEducation}
      />
      {isExtended && <OwnProjects projects={profile.projects} />}
      <div className="mt-12 border-t border-line pt-6">
        <DeleteAccount />
      </div>
    </>
  )
}
