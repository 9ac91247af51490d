import { Navigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { updateProfile } from './profile-calls.ts'
import { ProfileForm } from './profile-form.tsx'
import { useOwnProfile } from './use-own-profile.ts'

export function EditProfilePage() {
  const dispatch = useAppDispatch()
  const { profile, status, retry } = useOwnProfile()
  if (status === 'missing') return <Navigate to="/create-profile" replace />
  return (
    <Page heading="Edit Profile" lead="What others see when they look you up.">
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Your profile could not be loaded." onRetry={retry} />}
      {profile && <ProfileForm profile={profile} save={(fields) => dispatch(updateProfile(fields))} />}
    </Page>
  )
}
