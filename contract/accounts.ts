import { type Static, Type } from 'typebox'
import { ROLES, type Role } from './access.ts'
import { type Call, Done, idOf } from './call.ts'
import {
  choice,
  email,
  givenPassword,
  newPassword,
  optionalLine,
  optionalMoment,
  optionalText,
  requiredLine,
} from './fields/fields.ts'
import { type FormValue, form, partial } from './fields/form.ts'
import { Handle, handle } from './fields/handles.ts'
import { filterText, pagedBy } from './fields/queries.ts'
import { EXPORTS_IN_WINDOW, MAX_LENGTH, UNREAD_COUNTED } from './limits.ts'

export const Id = Type.String({ format: 'uuid' })
export const Moment = Type.String({ format: 'date-time' })
export const Avatar = Type.String({
  format: 'uri-reference',
  description:
    'The address of a picture: a path on this server, or one of the avatar service, where it may not exist; ' +
    'clients then draw a fallback',
})

export type BadgeRole = Exclude<Role, 'member'>
export const Badge = Type.Optional(
  Type.Unsafe<BadgeRole>({
    type: 'string',
    enum: ROLES.filter((role) => role !== 'member'),
    description: 'Present for those who moderate the community or run it',
  }),
)

export const Registration = form({
  name: requiredLine('Name', MAX_LENGTH.name),
  email: email(),
  password: newPassword(),
  invitation: optionalLine('Invitation'),
  note: optionalText('Note', MAX_LENGTH.note, (text) => ({ value: text.trim() })),
})
export type Registration = FormValue<typeof Registration>

export const Login = form({ email: email(), password: givenPassword() })
export type Login = FormValue<typeof Login>

export const PasswordChange = form({
  password: givenPassword('Current password'),
  newPassword: newPassword(),
})
export type PasswordChange = FormValue<typeof PasswordChange>

export const AccountChanges = partial(
  form({ name: requiredLine('Name', MAX_LENGTH.name), handle: handle('Handle') }),
)
export type AccountChanges = Partial<FormValue<typeof AccountChanges>>

export const Token = Type.Object({
  token: Type.String({ description: 'Sent with every call that requires sign-in; it is returned only once' }),
})
export type Token = Static<typeof Token>

export const Pending = Type.Object(
  {
    pending: Type.Unsafe<true>({ type: 'boolean', enum: [true] }),
    msg: Type.String(),
  },
  { description: 'A moderator has to approve the registration first' },
)
export type Pending = Static<typeof Pending>

// One of several database nodes may be unavailable.
const WHILE_AVAILABLE = '; absent while that cannot be read'

export const User = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  email: Type.String(),
  avatar: Avatar,
  date: Moment,
  hasProfile: Type.Optional(
    Type.Boolean({ description: `Whether the user has set up a profile${WHILE_AVAILABLE}` }),
  ),
  role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] }),
  muted: Type.Optional(
    Type.Array(Id, { description: `The ids of the people the user has muted${WHILE_AVAILABLE}` }),
  ),
  blocked: Type.Optional(
    Type.Array(Id, { description: `The ids of the people the user has blocked${WHILE_AVAILABLE}` }),
  ),
  unread: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `How many notifications are unread, counted up to ${UNREAD_COUNTED}${WHILE_AVAILABLE}`,
    }),
  ),
  emailConfirmed: Type.Boolean({
    description: 'Whether the user has opened the link that was sent to the email',
  }),
  githubusername: Type.Optional(
    Type.String({ description: 'The username on GitHub, if a sign-in there has proved it' }),
  ),
  mustConfirm: Type.Optional(
    Type.Boolean({ description: 'Present while the user must confirm the email before writing anything' }),
  ),
})
export type User = Static<typeof User>

export const Session = Type.Object(
  {
    _id: Id,
    device: Type.String({ description: 'The user agent that signed in; may be empty' }),
    created: Moment,
    lastUsed: Moment,
    current: Type.Boolean({ description: 'Whether this request was made with it' }),
  },
  { description: 'One sign-in of the user, on one device' },
)
export type Session = Static<typeof Session>

export const PersonSummary = Type.Object({ _id: Id, name: Type.String(), handle: Handle, avatar: Avatar })
export type PersonSummary = Static<typeof PersonSummary>

export const Person = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  avatar: Avatar,
  badge: Badge,
  date: Type.String({ format: 'date-time', description: 'When the person registered' }),
  hasProfile: Type.Boolean({ description: 'Whether the person has set up a profile' }),
  postCount: Type.Integer({ minimum: 0, description: 'How many posts the person has written' }),
})
export type Person = Static<typeof Person>

export const NamedPerson = Type.Object({ _id: Id, name: Type.String() })

const Until = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When it ends by itself; null if only a moderator can end it',
})

export const Suspension = Type.Object({ until: Until, reason: Type.String() })
export type Suspension = Static<typeof Suspension>

export const Member = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  email: Type.String(),
  role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] }),
  date: Moment,
  suspended: Type.Boolean(),
  suspension: Type.Union([Suspension, Type.Null()]),
  invitedBy: Type.Union([NamedPerson, Type.Null()], {
    description: 'Whose invitation they registered with; null if there was none, or the account is gone',
  }),
})
export type Member = Static<typeof Member>

export const RoleChange = form({ role: choice('Role', ROLES) })
export type RoleChange = FormValue<typeof RoleChange>

export const NewSuspension = form({
  until: optionalMoment('Until'),
  reason: requiredLine('Reason', MAX_LENGTH.reason),
})
export type NewSuspension = FormValue<typeof NewSuspension>

export const accountCalls = {
  'POST /api/users': {
    id: 'register',
    summary: 'Register',
    description:
      'Creates an account and signs it in. There is one account per email address. Where registrations need an ' +
      'approval, this one waits for it, unless there is an invitation.',
    access: 'anyone',
    body: Registration,
    response: Token,
    accepted: Pending,
  },
  'GET /api/auth': {
    id: 'getCurrentUser',
    summary: 'The current user',
    description: 'Returns the user the token belongs to.',
    access: 'member',
    response: User,
  },
  'POST /api/auth': {
    id: 'logIn',
    summary: 'Log in',
    description:
      'Opens a session that lasts 30 days from its last use. Only failed attempts count towards the rate limit. ' +
      'While the registration waits for approval, a correct password is refused with 403.',
    access: 'anyone',
    body: Login,
    response: Token,
    failures: [403],
  },
  'DELETE /api/auth': {
    id: 'logOut',
    summary: 'Log out',
    description: 'Ends the session of the token in the request.',
    access: 'member',
    response: Done,
  },
  'GET /api/auth/export': {
    id: 'exportData',
    summary: 'All your data',
    description:
      `A ZIP file with everything that you have entered, at most ${EXPORTS_IN_WINDOW} times a day: your account, ` +
      'profile, posts, comments, likes, bookmarks, follows and pictures.',
    access: 'member',
    stream: 'application/zip',
    response: Type.String({ format: 'binary', description: 'The ZIP file' }),
  },
  'PUT /api/auth/account': {
    id: 'changeAccount',
    summary: 'Change the account',
    description:
      'Changes the given fields and returns the account. A new name also appears on existing posts. An old ' +
      'handle still leads to the account, and nobody else can take it.',
    access: 'member',
    body: AccountChanges,
    response: User,
  },
  'PUT /api/auth/password': {
    id: 'changePassword',
    summary: 'Change the password',
    description:
      'Requires the current password, ends all sessions and opens a new one. The token in the request is ' +
      'revoked too, as someone else may hold it.',
    access: 'member',
    body: PasswordChange,
    response: Token,
  },
  'GET /api/auth/sessions': {
    id: 'listSessions',
    summary: 'Where the user is signed in',
    description: 'All sessions of the current user, most recently used first.',
    access: 'member',
    response: Type.Array(Session),
  },
  'DELETE /api/auth/sessions/:id': {
    id: 'endSession',
    summary: 'End a session',
    description: 'Ends one of your sessions and returns the remaining ones.',
    access: 'member',
    params: { id: idOf('the session') },
    response: Type.Array(Session),
    failures: [404],
  },
  'DELETE /api/profile': {
    id: 'deleteAccount',
    summary: 'Delete the account',
    description: 'Deletes the account, its profile and everything it has written. This cannot be undone.',
    access: 'member',
    response: Done,
  },
} as const satisfies Record<string, Call>

export const peopleCalls = {
  'GET /api/people/:idOrHandle': {
    id: 'getPerson',
    summary: 'A person',
    description:
      'A person by id or handle, whether or not they have a profile. A handle that they had before leads to them too.',
    access: 'profile-reader',
    params: { idOrHandle: Type.String({ description: 'The id of the person, or a handle, in any case' }) },
    response: Person,
    failures: [404],
  },
} as const satisfies Record<string, Call>

const blockParams = { userId: idOf('the person') }

export const blockCalls = {
  'PUT /api/mutes/:userId': {
    id: 'mutePerson',
    summary: 'Mute a person',
    description:
      'The page leaves out what this person writes. Your own account lists the people you have muted.',
    access: 'member',
    params: blockParams,
    response: Done,
    failures: [400, 404],
  },
  'DELETE /api/mutes/:userId': {
    id: 'unmutePerson',
    summary: 'Unmute a person',
    description: 'Ends the muting, if there is any.',
    access: 'member',
    params: blockParams,
    response: Done,
    failures: [404],
  },
  'PUT /api/blocks/:userId': {
    id: 'blockPerson',
    summary: 'Block a person',
    description: 'Like muting; the person can also no longer comment on your posts, mention or follow you.',
    access: 'member',
    params: blockParams,
    response: Done,
    failures: [400, 404],
  },
  'DELETE /api/blocks/:userId': {
    id: 'unblockPerson',
    summary: 'Unblock a person',
    description: 'Ends the blocking, if there is any.',
    access: 'member',
    params: blockParams,
    response: Done,
    failures: [404],
  },
} as const satisfies Record<string, Call>

export const memberCalls = {
  'GET /api/admin/members': {
    id: 'listMembers',
    summary: 'All members',
    description:
      'A page of all members, newest first, or of those whose name, handle or email contains a text. A page of a ' +
      'search may have few members or none and still be followed by another.',
    access: 'moderator',
    ...pagedBy({ q: filterText('Search', 'A part of a name, handle or email, in any case') }),
    response: Type.Array(Member),
    failures: [403],
  },
  'PUT /api/admin/members/:id': {
    id: 'changeMember',
    summary: 'Change the role of a member',
    description: 'Gives a member a role and returns the member. The last admin stays one.',
    access: 'admin',
    params: { id: idOf('the member') },
    body: RoleChange,
    response: Member,
    failures: [403, 404],
  },
} as const satisfies Record<string, Call>
