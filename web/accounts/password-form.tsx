import { PASSWORD_MIN } from '../../contract/limits.ts'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showAlert, showErrors } from '../alerts/alert-slice.ts'
import { call } from '../client.ts'
import { submit } from '../outcome.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useShownPassword } from '../ui/use-shown-password.tsx'
import { tokenRenewed } from './auth-slice.ts'

export function PasswordForm() {
  const dispatch = useAppDispatch()
  const email = useAppSelector((state) => state.auth.user?.email)
  const { passwordType, showSwitch } = useShownPassword()
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
        hint="You will be logged out everywhere else."
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
