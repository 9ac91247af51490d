import { email, newPassword, requiredLine } from './fields.ts'
import { type FormValue, form } from './form.ts'
import { MAX_LENGTH } from './limits.ts'

export const FirstAdmin = form({
  code: requiredLine('Code'),
  community: requiredLine('Community', MAX_LENGTH.name),
  name: requiredLine('Name', MAX_LENGTH.name),
  email: email(),
  password: newPassword(),
})
export type FirstAdmin = FormValue<typeof FirstAdmin>
