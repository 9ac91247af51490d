import { DIGEST_CHOICES, MAIL_CHOICES, NOTIFICATION_KINDS } from '../../../contract/limits.ts'
import type { MailPreferences } from '../../../contract/notification-mail.ts'
import type { NotificationKind } from '../../../contract/notifications.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { chosenIn, useForm } from '../../ui/forms/use-form.ts'
import { useMailPreferencesQuery, useSaveMailPreferencesMutation } from './mail-api.ts'

const LABELS: Record<NotificationKind, string> = {
  comment: 'Comments on your posts',
  reply: 'Replies to your comments',
  mention: 'Mentions',
  like: 'Likes on your posts',
  accepted: 'Accepted answers',
  follow: 'New followers',
  moderation: 'Moderation of your posts and comments',
}

const WORDS: Record<(typeof MAIL_CHOICES)[number], string> = {
  'at-once': 'Immediately',
  daily: 'Daily',
  never: 'Never',
}

export function MailForm() {
  const { data: preferences, isError, refetch } = useMailPreferencesQuery()
  const isConfirmed = useAppSelector((state) => state.auth.user?.emailConfirmed)
  return (
    <section>
      <h2 className="text-lg font-semibold">Email notifications</h2>
      <p className="mt-1 text-muted">
        We don't email you while you're online.
        {isConfirmed === false && ' Confirm your email to receive any.'}
      </p>
      {isError && !preferences && <Failure msg="Couldn't load your settings." onRetry={refetch} />}
      {preferences && <Choices preferences={preferences} />}
    </section>
  )
}

function Choices({ preferences }: { preferences: MailPreferences }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const [savePreferences] = useSaveMailPreferencesMutation()
  const { onSubmit, pending } = useForm((fields) => {
    const kinds = NOTIFICATION_KINDS.map((kind) => [kind, chosenIn(MAIL_CHOICES, fields[kind])])
    const digest = chosenIn(DIGEST_CHOICES, fields.digest)
    return errorsOf(savePreferences({ body: { ...Object.fromEntries(kinds), digest, timeZone } }))
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
        label="Questions and discussions for you"
        name="digest"
        defaultValue={preferences.digest}
        hint={`Part of the daily email, sent at 8:00 (${timeZone}).`}
      >
        <option value="daily">Daily</option>
        <option value="never">Never</option>
      </Select>
      <div className="grid justify-items-start sm:col-span-2">
        <Button type="submit" variant="secondary" pending={pending}>
          Save
        </Button>
      </div>
    </form>
  )
}
