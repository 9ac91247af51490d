import { type Static, Type } from 'typebox'
import type { Call } from './call.ts'
import { choice } from './fields/fields.ts'
import { type Field, type FormValue, form, partial } from './fields/form.ts'
import { DIGEST_CHOICES, MAIL_CHOICES, MAX_LENGTH, NOTIFICATION_KINDS } from './limits.ts'
import type { NotificationKind } from './notifications.ts'

type MailChoice = (typeof MAIL_CHOICES)[number]
type DigestChoice = (typeof DIGEST_CHOICES)[number]

function timeZone(): Field<string> {
  return {
    schema: Type.String({ maxLength: MAX_LENGTH.line, description: 'A time zone such as Europe/Dublin' }),
    required: true,
    read: (input) =>
      typeof input === 'string' && input.length <= MAX_LENGTH.line && isTimeZone(input)
        ? { value: input }
        : { msg: 'Time zone is not known' },
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}

const byKind = Object.fromEntries(
  NOTIFICATION_KINDS.map((kind) => [kind, choice('When', MAIL_CHOICES)]),
) as Record<NotificationKind, Field<MailChoice>>

export const MailChanges = partial(
  form({ ...byKind, digest: choice('Digest', DIGEST_CHOICES), timeZone: timeZone() }),
)
export type MailChanges = Partial<FormValue<typeof MailChanges>>

const Choice = Type.Unsafe<MailChoice>({ type: 'string', enum: [...MAIL_CHOICES] })
const choices = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, Choice])) as Record<
  NotificationKind,
  typeof Choice
>

export const MailPreferences = Type.Object({
  ...choices,
  digest: Type.Unsafe<DigestChoice>({
    type: 'string',
    enum: [...DIGEST_CHOICES],
    description: 'Whether the daily mail also has questions for you and what is discussed',
  }),
  timeZone: Type.String({ description: 'The daily mail is sent in the morning of this time zone' }),
})
export type MailPreferences = Static<typeof MailPreferences>

export const mailCalls = {
  'GET /api/notifications/mail': {
    id: 'getMailPreferences',
    summary: 'What you get by mail',
    description: 'When you get mail about each kind of notification. A 404 if no mail is set up.',
    access: 'member',
    response: MailPreferences,
    failures: [404],
  },
  'PUT /api/notifications/mail': {
    id: 'updateMailPreferences',
    summary: 'Choose what you get by mail',
    description: 'Changes when you get mail about each kind of notification. Absent fields stay unchanged.',
    access: 'member',
    body: MailChanges,
    response: MailPreferences,
    failures: [404],
  },
} as const satisfies Record<string, Call>
