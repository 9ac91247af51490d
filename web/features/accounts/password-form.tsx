import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { useChangePasswordMutation } from './account-api.ts'

export function PasswordForm() {
  const [changePassword] = useChangePasswordMutation()
  const email = useAppSelector((state) => state.auth.user?.email)
  const { passwordType, showSwitch } = usePasswordToggle()
  const { onSubmit, pending, errorOf } = useForm(async ({ password = '', newPassword = '' }, form) => {
    const errors = await errorsOf(changePassword({ body: { password, newPassword } }))
    if (errors.length === 0) form.reset()
    return errors
  })
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <h2 className="text-lg font-semibold">Change password</h2>
      {/* Password managers need to know whose password this is. */}
      <input hidden type="email" name="username" autoComplete="username" value={email ?? ''} readOnly />
      <Field
        label="Current password"
        name="password"
        type={passwordType}
        autoComplete="current-password"
        required
        error={errorOf('password')}
      />
      <Field
        label="New password"
        name="newPassword"
        type={passwordType}
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN}
        hint="You'll be signed out everywhere else."
        error={errorOf('newPassword')}
      />
      <Button type="submit" variant="secondary" pending={pending} className="order-2 justify-self-start">
        Change password
      </Button>
      {showSwitch}
    </form>
  )
}
