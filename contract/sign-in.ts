import { optionalGivenPassword, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'

export const ProviderSignIn = form({
  code: requiredLine('Code'),
  /** Asked for where the email already has an account. */
  password: optionalGivenPassword(),
})
export type ProviderSignIn = FormValue<typeof ProviderSignIn>
