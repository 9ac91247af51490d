import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { call } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { tokenRenewed } from '../../app/state/auth-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { FormAlerts } from '../../ui/alerts/alert-boxes.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'

export function PasswordForm() {
  const dispatch = useAppDispatch()
  const email = useAppSelector((state) => state.auth.user?.email)
  const { passwordType, showSwitch } = usePasswordToggle()
  const { onSubmit, pending, sends, errorOf } = useForm(({ password, newPassword }, form) =>
    submit(
      call('PUT /api/auth/password', { body: { password, newPassword } }),
      ({ token }) => {
        form.reset()
        dispatch(tokenRenewed(token))
        dispatch(showAlert('Password Changed', 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
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
      <div className="order-2 grid justify-items-start">
        <Button type="submit" variant="secondary" pending={pending}>
          Change password
        </Button>
        <FormAlerts sends={sends} />
      </div>
      {showSwitch}
    </form>
  )
}
