import { useNavigate } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { createProfile, updateProfile } from '../profile-calls.ts'
import { ImportResume } from '../resume/import-resume.tsx'
import { useOwnProfile } from '../use-own-profile.ts'
import { ProfileForm } from './profile-form.tsx'

export function CreateProfilePage() {
  return (
    <ProfileEditor
      heading="Create Profile"
      lead="Let's get some information to make your profile stand out."
    />
  )
}

export function EditProfilePage() {
  return <ProfileEditor heading="Edit Profile" lead="This is what others see." />
}

function ProfileEditor({ heading, lead }: { heading: string; lead: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { profile, status, retry } = useOwnProfile()
  // Servers of the specification have neither handles nor this import.
  const hasHandles = useAppSelector((state) => Boolean(state.auth.user?.handle))
  return (
    <Page heading={heading} lead={lead}>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {status === 'missing' && (
        <ProfileForm save={(fields) => dispatch(createProfile(fields, () => navigate('/dashboard')))} />
      )}
      {profile && <ProfileForm profile={profile} save={(fields) => dispatch(updateProfile(fields))} />}
      {hasHandles && status !== 'loading' && (
        <div className="mt-10 border-t border-line pt-6">
          <ImportResume />
        </div>
      )}
    </Page>
  )
}
