import { useNavigate } from 'react-router'
import { NOT_CHOSEN, STATUSES } from '../../../../contract/limits.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { useIsExtended } from '../../../app/state/use-site.ts'
import { Failure } from '../../../ui/failure.tsx'
import { chosenIn } from '../../../ui/forms/use-form.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { pickLinks } from '../header/social-networks.ts'
import { useCreateProfileMutation, useOwnProfile, useUpdateProfileMutation } from '../profile-api.ts'
import { ImportResume } from '../resume/import-resume.tsx'
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
  const [createProfile] = useCreateProfileMutation()
  const [updateProfile] = useUpdateProfileMutation()
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
            saveUnlessNewer(() =>
              errorsOf(createProfile({ body: bodyOf(fields), onSent: () => navigate('/dashboard') })),
            )
          }
        />
      )}
      {status === 'ready' && profile && (
        <ProfileForm
          profile={profile}
          save={(fields) => saveUnlessNewer(() => errorsOf(updateProfile({ body: bodyOf(fields) })))}
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

function bodyOf(fields: Record<string, string>) {
  const { company, website, location, skills, githubusername, bio } = fields
  const status = chosenIn(STATUSES, fields.status) ?? NOT_CHOSEN
  return { status, company, website, location, skills, githubusername, bio, ...pickLinks(fields) }
}
