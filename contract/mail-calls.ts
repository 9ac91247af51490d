import type { Call } from './call.ts'
import { MailChanges, MailPreferences } from './mail-preferences.ts'

export const mailCalls = {
  'GET /api/notifications/mail': {
    id: 'getMailPreferences',
    summary: 'What you get by mail',
    description: 'When mail tells you of each kind of notification. Where no mail is set up, a 404.',
    access: 'member',
    answer: MailPreferences,
    failures: [404],
  },
  'PUT /api/notifications/mail': {
    id: 'updateMailPreferences',
    summary: 'Choose what you get by mail',
    description: 'Changes when mail tells you of each kind of notification. Absent fields stay as they are.',
    access: 'member',
    body: MailChanges,
    answer: MailPreferences,
    failures: [404],
  },
} as const satisfies Record<string, Call>
