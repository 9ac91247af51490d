import { Token } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import { EmailChange, EmailConfirmation, NewPassword, OneTimeLink, ResetRequest } from './recovery.ts'

export const recoveryCalls = {
  'POST /api/auth/reset': {
    id: 'requestReset',
    summary: 'Ask for a new password',
    description:
      'Sends a link with a one-time code to the email if it has an account. The answer does not tell whether it ' +
      'has one.',
    access: 'anyone',
    body: ResetRequest,
    answer: Done,
  },
  'PUT /api/auth/reset': {
    id: 'resetPassword',
    summary: 'Set a new password',
    description: 'Takes the one-time code, sets the password, ends all sessions and opens a new one.',
    access: 'anyone',
    body: NewPassword,
    answer: Token,
    failures: [403],
  },
  'POST /api/admin/members/:id/reset': {
    id: 'createResetLink',
    summary: 'Make a link for a new password',
    description: 'For communities without mail: an admin hands the link to the member.',
    access: 'admin',
    params: { id: idOf('the member') },
    answer: OneTimeLink,
    failures: [403, 404],
  },
  'PUT /api/auth/email': {
    id: 'changeEmail',
    summary: 'Change the email',
    description:
      'Asks for the current password. Where mail is set up, the email changes once the link that is sent to ' +
      'the new address is opened; otherwise at once.',
    access: 'member',
    body: EmailChange,
    answer: Done,
  },
  'POST /api/auth/confirmation': {
    id: 'requestConfirmation',
    summary: 'Send the confirmation again',
    description: 'Sends another link to confirm the current email, where mail is set up.',
    access: 'member',
    answer: Done,
  },
  'PUT /api/auth/confirmation': {
    id: 'confirmEmail',
    summary: 'Confirm an email',
    description: 'Takes the one-time code of the link that was sent to the address.',
    access: 'anyone',
    body: EmailConfirmation,
    answer: Done,
    failures: [403],
  },
} as const satisfies Record<string, Call>
