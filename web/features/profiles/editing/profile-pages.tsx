import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { useIsExtended } from '../../../app/state/use-site.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { createProfile, updateProfile } from '../profile-calls.ts'
import { ImportResume } from '../resume/import-resume.tsx'
import { useOwnProfile } from '../use-own-profile.ts'
import { ProfileForm, shownPart } from './profile-form.tsx'
import { useNewerVersion } from './use-newer-version.tsx'

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
  const { saveUnlessNewer, notice } = useNewerVersion({ profile, partOf: shownPart, showNewer: retry })
  const isExtended = useIsExtended()
  return (
    <Page heading={heading} lead={lead}>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {status === 'missing' && (
        <ProfileForm
          save={(fields) =>
            saveUnlessNewer(() => dispatch(createProfile(fields, () => navigate('/dashboard'))))
          }
        />
      )}
      {status === 'ready' && profile && (
        <ProfileForm
          profile={profile}
          save={(fields) => saveUnlessNewer(() => dispatch(updateProfile(fields)))}
        />
      )}
      {notice}
      {isExtended && status !== 'loading' && (
        <div className="mt-10 border-t border-line pt-6">
          <ImportResume />
        </div>
      )}
    </Page>
  )
}
