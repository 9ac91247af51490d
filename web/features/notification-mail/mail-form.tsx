import { MAIL_CHOICES, NOTIFICATION_KINDS } from '../../../contract/limits.ts'
import type { MailPreferences } from '../../../contract/notification-mail.ts'
import type { NotificationKind } from '../../../contract/notifications.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { errorsOf } from '../../app/state/api.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { FormAlerts } from '../../ui/alerts/alert-boxes.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useMailPreferencesQuery, useSaveMailPreferencesMutation } from './mail-api.ts'

const LABELS: Record<NotificationKind, string> = {
  comment: 'Comments on your posts',
  reply: 'Replies to your comments',
  mention: 'Mentions of you',
  like: 'Likes of your posts',
  accepted: 'Your answers being accepted',
  follow: 'New followers',
  moderation: 'What moderators remove',
}

const WORDS: Record<(typeof MAIL_CHOICES)[number], string> = {
  'at-once': 'At once',
  daily: 'Once a day',
  never: 'Never',
}

export function MailForm() {
  const { data: preferences, isError, refetch } = useMailPreferencesQuery()
  const isConfirmed = useAppSelector((state) => state.auth.user?.emailConfirmed)
  return (
    <section>
      <h2 className="text-lg font-semibold">Mail</h2>
      <p className="mt-1 text-muted">
        Nothing is sent while you are here.
        {isConfirmed === false && ' Confirm your email first: until then there are no mails.'}
      </p>
      {isError && !preferences && <Failure msg="Your choices could not be loaded." onRetry={refetch} />}
      {preferences && <Choices preferences={preferences} />}
    </section>
  )
}

function Choices({ preferences }: { preferences: MailPreferences }) {
  const dispatch = useAppDispatch()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [savePreferences] = useSaveMailPreferencesMutation()
  const { onSubmit, pending, sends } = useForm(async (fields) => {
    const errors = await errorsOf(savePreferences({ ...fields, timeZone }))
    dispatch(errors.length > 0 ? showErrors(errors) : showAlert('Mail Choices Saved', 'success'))
    return errors
  })
  return (
    <form onSubmit={onSubmit} className="mt-4 grid gap-4 sm:grid-cols-2">
      {NOTIFICATION_KINDS.map((kind) => (
        <Select key={kind} label={LABELS[kind]} name={kind} defaultValue={preferences[kind]}>
          {MAIL_CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {WORDS[choice]}
            </option>
          ))}
        </Select>
      ))}
      <Select
        label="Open questions and discussions"
        name="digest"
        defaultValue={preferences.digest}
        hint={`In the daily mail, at eight in the morning (${timeZone}).`}
      >
        <option value="daily">Once a day</option>
        <option value="never">Never</option>
      </Select>
      <div className="grid justify-items-start sm:col-span-2">
        <Button type="submit" variant="secondary" pending={pending}>
          Save choices
        </Button>
        <FormAlerts sends={sends} />
      </div>
    </form>
  )
}
