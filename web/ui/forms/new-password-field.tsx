import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { Field } from './field.tsx'
import type { ShownError } from './use-form.ts'

type Props = {
  label: string
  type: 'password' | 'text'
  autoFocus?: boolean
  error: ShownError | undefined
}

export function NewPasswordField(props: Props) {
  return (
    <Field
      {...props}
      name="password"
      autoComplete="new-password"
      required
      minLength={PASSWORD_MIN}
      hint={`At least ${PASSWORD_MIN} characters.`}
    />
  )
}
