import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { optionalGivenPassword, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'

export const ProviderSignIn = form({
  code: requiredLine('Code'),
  /** Asked for where the email already has an account. */
  password: optionalGivenPassword(),
})
export type ProviderSignIn = FormValue<typeof ProviderSignIn>

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
