import { type Static, Type } from 'typebox'
import { email, type FormValue, form, givenPassword, newPassword, partial, requiredLine } from './fields.ts'
import { MOST } from './limits.ts'

export const Id = Type.String({ format: 'uuid' })
export const Moment = Type.String({ format: 'date-time' })
export const Avatar = Type.String({
  format: 'uri',
  description: 'A picture; where there is none at this address, draw your own',
})

export const Registration = form({
  name: requiredLine('Name', MOST.name),
  email: email(),
  password: newPassword(),
})
export type Registration = FormValue<typeof Registration>

export const Login = form({ email: email(), password: givenPassword() })
export type Login = FormValue<typeof Login>

export const PasswordChange = form({
  password: givenPassword('Current password'),
  newPassword: newPassword(),
})
export type PasswordChange = FormValue<typeof PasswordChange>

/** What is absent stays as it was. */
export const AccountChanges = partial(form({ name: requiredLine('Name', MOST.name) }))
export type AccountChanges = Partial<FormValue<typeof AccountChanges>>

export const Token = Type.Object({
  token: Type.String({ description: 'Goes along with every call of a member; it is not told again' }),
})
export type Token = Static<typeof Token>

export const User = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  avatar: Avatar,
  date: Moment,
  hasProfile: Type.Boolean({ description: 'Whether the user has set up a profile' }),
})
export type User = Static<typeof User>

export const Session = Type.Object(
  {
    _id: Id,
    device: Type.String({ description: 'The user agent that signed in; may be empty' }),
    created: Moment,
    lastUsed: Moment,
    current: Type.Boolean({ description: 'Whether this very call used it' }),
  },
  { description: 'A place where the user is signed in' },
)
export type Session = Static<typeof Session>
