import { EMAIL_AUDIENCES } from '../../../contract/limits.ts'
import { errorsOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { chosenIn, useForm } from '../../ui/forms/use-form.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useChangeEmailAudienceMutation, useOwnProfile } from './profile-api.ts'

const AUDIENCE_NAMES = { nobody: 'No one', members: 'Members', public: 'Everyone' }

export function EmailAudienceForm() {
  const [changeEmailAudience] = useChangeEmailAudienceMutation()
  const { profile, status, retry } = useOwnProfile()
  const { onSubmit, pending, errorOf } = useForm((fields) => {
    const showEmail = chosenIn(EMAIL_AUDIENCES, fields.showEmail)
    return errorsOf(changeEmailAudience({ body: { showEmail } }))
  })
  return (
    <section className="grid gap-4">
      <h2 className="text-lg font-semibold">Email on your profile</h2>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {status === 'missing' && <p className="text-muted">You don't have a profile yet.</p>}
      {status === 'ready' && profile && (
        <form onSubmit={onSubmit} className="grid max-w-lg gap-4">
          <Select
            label="Show my email to"
            name="showEmail"
            defaultValue={profile.showEmail}
            error={errorOf('showEmail')}
          >
            {EMAIL_AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {AUDIENCE_NAMES[audience]}
              </option>
            ))}
          </Select>
          <div>
            <Button type="submit" variant="secondary" pending={pending}>
              Save
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
