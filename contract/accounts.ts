import { type Static, Type } from 'typebox'
import { ROLES, type Role } from './access.ts'
import { email, givenPassword, newPassword, optionalLine, requiredLine } from './fields.ts'
import { type FormValue, form, partial } from './form.ts'
import { Handle, handle } from './handles.ts'
import { MAX_LENGTH, UNREAD_COUNTED } from './limits.ts'

export const Id = Type.String({ format: 'uuid' })
export const Moment = Type.String({ format: 'date-time' })
export const Avatar = Type.String({
  format: 'uri-reference',
  description:
    'The address of a picture: a path on this server, or one of the avatar service, where it may not exist; ' +
    'clients then draw a fallback',
})

/** The roles that others should know about. */
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
})
export type Registration = FormValue<typeof Registration>

export const Login = form({ email: email(), password: givenPassword() })
export type Login = FormValue<typeof Login>

export const PasswordChange = form({
  password: givenPassword('Current password'),
  newPassword: newPassword(),
})
export type PasswordChange = FormValue<typeof PasswordChange>

/** Absent fields are left unchanged. */
export const AccountChanges = partial(
  form({ name: requiredLine('Name', MAX_LENGTH.name), handle: handle('Handle') }),
)
export type AccountChanges = Partial<FormValue<typeof AccountChanges>>

export const Token = Type.Object({
  token: Type.String({ description: 'Sent with every call that requires sign-in; it is returned only once' }),
})
export type Token = Static<typeof Token>

// A database on several nodes may have lost one of them for a while.
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
    Type.Array(Id, { description: `The ids of the people whom the user has muted${WHILE_AVAILABLE}` }),
  ),
  blocked: Type.Optional(
    Type.Array(Id, { description: `The ids of the people whom the user has blocked${WHILE_AVAILABLE}` }),
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
