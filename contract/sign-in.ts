import { type Static, Type } from 'typebox'
import { Id, Member, Moment, Pending, Token } from './accounts.ts'
import { type Call, Done, idOf } from './call.ts'
import {
  constant,
  email,
  givenPassword,
  newPassword,
  numberBetween,
  optionalGivenPassword,
  optionalLine,
  requiredLine,
} from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { paged } from './fields/queries.ts'
import { MAX_INVITATION_DAYS, MAX_INVITATION_USES, MAX_LENGTH, PENDING_REGISTRATION_DAYS } from './limits.ts'

export const ProviderSignIn = form({
  code: requiredLine('Code'),
  /** Required if the email already has an account. */
  password: optionalGivenPassword(),
  /** With one, registering needs no approval. */
  invitation: optionalLine('Invitation'),
  /** The code of the link to the setup, which makes an admin. */
  setup: optionalLine('Setup'),
})
export type ProviderSignIn = FormValue<typeof ProviderSignIn>

export const ProviderChoice = form({ provider: requiredLine('Provider') })
export type ProviderChoice = FormValue<typeof ProviderChoice>

export const ProviderAddress = Type.Object({
  url: Type.String({ description: 'Where the browser goes next, to sign in at the provider' }),
})
export type ProviderAddress = Static<typeof ProviderAddress>

export const ConnectedIdentity = Type.Object(
  {
    _id: Id,
    provider: Type.String({ description: 'The name of the sign-in provider' }),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'The email there at the time; null if it is not known',
    }),
    date: Type.Union([Moment, Type.Null()], {
      description: 'When it was connected; null if it is not known',
    }),
    current: Type.Boolean({ description: 'Whether the session of this request was opened through it' }),
  },
  { description: 'An account at a sign-in provider with which the user can sign in' },
)
export type ConnectedIdentity = Static<typeof ConnectedIdentity>

const code = () => requiredLine('Code')

export const ResetRequest = form({ email: email() })
export type ResetRequest = FormValue<typeof ResetRequest>

export const NewPassword = form({ code: code(), password: newPassword() })
export type NewPassword = FormValue<typeof NewPassword>

export const EmailChange = form({ email: email(), password: givenPassword('Current password') })
export type EmailChange = FormValue<typeof EmailChange>

export const EmailConfirmation = form({ code: code() })
export type EmailConfirmation = FormValue<typeof EmailConfirmation>

export const OneTimeLink = Type.Object({
  url: Type.String({ description: 'Works once, for half an hour, and for anyone who has it' }),
})
export type OneTimeLink = Static<typeof OneTimeLink>

export const FirstAdmin = form({
  code: requiredLine('Code'),
  community: requiredLine('Community', MAX_LENGTH.name),
  name: requiredLine('Name', MAX_LENGTH.name),
  email: email(),
  password: newPassword(),
})
export type FirstAdmin = FormValue<typeof FirstAdmin>

export const NewInvitation = form({
  uses: numberBetween('Uses', 1, MAX_INVITATION_USES, 1),
  days: numberBetween('Days', 1, MAX_INVITATION_DAYS, 7),
})
export type NewInvitation = FormValue<typeof NewInvitation>

export const Invitation = Type.Object({
  _id: Id,
  code: Type.String(),
  url: Type.String({ description: 'Leads to the registration with this invitation' }),
  uses: Type.Integer({ minimum: 1, description: 'How many people it admits' }),
  used: Type.Integer({ minimum: 0, description: 'How many of them have registered' }),
  expires: Moment,
  date: Moment,
  user: Id,
  name: Type.String({ description: 'Who invited' }),
})
export type Invitation = Static<typeof Invitation>

export const WaitingRegistration = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  note: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why they want to join' }),
  date: Moment,
})
export type WaitingRegistration = Static<typeof WaitingRegistration>

export const Approval = form({ approved: constant('Approved', true) })
export type Approval = FormValue<typeof Approval>

const registrationParams = { id: idOf('the registration') }

export const registrationCalls = {
  'GET /api/admin/registrations': {
    id: 'listRegistrations',
    summary: 'Registrations that wait for approval',
    description: `A page of them, newest first. Each waits for ${PENDING_REGISTRATION_DAYS} days at most.`,
    access: 'moderator',
    ...paged,
    response: Type.Array(WaitingRegistration),
    failures: [403],
  },
  'PUT /api/admin/registrations/:id': {
    id: 'approveRegistration',
    summary: 'Approve a registration',
    description: 'Makes a member of whoever has registered, tells them by mail, and returns the member.',
    access: 'moderator',
    params: registrationParams,
    body: Approval,
    response: Member,
    failures: [403, 404],
  },
  'DELETE /api/admin/registrations/:id': {
    id: 'declineRegistration',
    summary: 'Decline a registration',
    description: 'Deletes a registration. Its email may register again.',
    access: 'moderator',
    params: registrationParams,
    response: Done,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>

export const signInCalls = {
  'POST /api/auth/provider': {
    id: 'signInByProvider',
    summary: 'Finish a sign-in through a provider',
    description:
      'Takes the one-time code with which the browser came back from the provider, and the cookie that it got with ' +
      'it. If the email already has an account, its password is needed once, to connect both. The provider must ' +
      'have verified the email.',
    access: 'anyone',
    body: ProviderSignIn,
    response: Token,
    accepted: Pending,
    failures: [403],
  },
  'GET /api/auth/identities': {
    id: 'listIdentities',
    summary: 'Connected accounts',
    description:
      'The accounts at sign-in providers with which the current user can sign in, newest first. A new password ' +
      'disconnects all but the one in use.',
    access: 'member',
    response: Type.Array(ConnectedIdentity),
  },
  'POST /api/auth/identities': {
    id: 'connectIdentity',
    summary: 'Connect an account at a provider',
    description:
      'Begins a sign-in at a provider of `GET /api/site`, bound to this browser by a cookie. It ends like any other ' +
      'sign-in through a provider, with a new session that replaces the current one.',
    access: 'member',
    body: ProviderChoice,
    response: ProviderAddress,
    failures: [404, 502],
  },
  'DELETE /api/auth/identities/:id': {
    id: 'disconnectIdentity',
    summary: 'Disconnect an account at a provider',
    description:
      'Ends the other sessions that were opened through it, and returns the remaining ones. The last one cannot be ' +
      'disconnected as long as the user has no password.',
    access: 'member',
    params: { id: idOf('the connected account') },
    response: Type.Array(ConnectedIdentity),
    failures: [400, 404],
  },
} as const satisfies Record<string, Call>

export const recoveryCalls = {
  'POST /api/auth/reset': {
    id: 'requestReset',
    summary: 'Ask for a new password',
    description:
      'Sends a link with a one-time code to the email if it has an account. The response is the same if it ' +
      'has none.',
    access: 'anyone',
    body: ResetRequest,
    response: Done,
  },
  'PUT /api/auth/reset': {
    id: 'resetPassword',
    summary: 'Set a new password',
    description: 'Takes the one-time code, sets the password, ends all sessions and opens a new one.',
    access: 'anyone',
    body: NewPassword,
    response: Token,
    failures: [403],
  },
  'POST /api/admin/members/:id/reset': {
    id: 'createResetLink',
    summary: 'Make a link for a new password',
    description: 'For communities without mail: an admin hands the link to the member.',
    access: 'admin',
    params: { id: idOf('the member') },
    response: OneTimeLink,
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
    response: Done,
  },
  'POST /api/auth/confirmation': {
    id: 'requestConfirmation',
    summary: 'Send the confirmation again',
    description: 'Sends another link to confirm the current email, where mail is set up.',
    access: 'member',
    response: Done,
  },
  'PUT /api/auth/confirmation': {
    id: 'confirmEmail',
    summary: 'Confirm an email',
    description: 'Takes the one-time code of the link that was sent to the address.',
    access: 'anyone',
    body: EmailConfirmation,
    response: Done,
    failures: [403],
  },
} as const satisfies Record<string, Call>

export const invitationCalls = {
  'POST /api/invitations': {
    id: 'createInvitation',
    summary: 'Invite people',
    description:
      'Makes a link that admits as many people as it says, while it is valid. Members may invite if the ' +
      'community lets them.',
    access: 'contributor',
    body: NewInvitation,
    response: Invitation,
    failures: [403],
  },
  'GET /api/invitations': {
    id: 'listInvitations',
    summary: 'Invitations',
    description: 'Your invitations, newest first; moderators see those of everyone.',
    access: 'member',
    ...paged,
    response: Type.Array(Invitation),
  },
  'DELETE /api/invitations/:id': {
    id: 'deleteInvitation',
    summary: 'Revoke an invitation',
    description: 'Nobody can register with it any more. Moderators may revoke those of others.',
    access: 'member',
    params: { id: idOf('the invitation') },
    response: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>
