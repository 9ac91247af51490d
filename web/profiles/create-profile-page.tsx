import { Navigate, useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { createProfile } from './profile-calls.ts'
import { ProfileForm } from './profile-form.tsx'
import { useOwnProfile } from './use-own-profile.ts'

export function CreateProfilePage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { status, retry } = useOwnProfile()
  // An empty form would wipe the profile that is there already.
  if (status === 'ready') return <Navigate to="/edit-profile" replace />
  return (
    <Page heading="Create Profile" lead="Let's get some information to make your profile stand out.">
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="The form could not be loaded." onRetry={retry} />}
      {status === 'missing' && (
        <ProfileForm save={(fields) => dispatch(createProfile(fields, () => navigate('/dashboard')))} />
      )}
    </Page>
  )
}
