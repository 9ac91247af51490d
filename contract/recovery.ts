import { type Static, Type } from 'typebox'
import { email, givenPassword, newPassword, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'

/** A one-time code from a link. */
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
