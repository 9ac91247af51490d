import { useNavigate } from 'react-router'
import { enterByLink } from '../accounts/entry-calls.ts'
import { isSuspension, refusalIn } from '../accounts/refusal.ts'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showAlert } from '../alerts/alert-slice.ts'
import { call } from '../client.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { NarrowPage } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'
import { useShownPassword } from '../ui/use-shown-password.tsx'
import { LinkMissing } from './link-missing.tsx'
import { useCode } from './use-code.ts'

export function ResetPasswordPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const code = useCode()
  const { passwordType, showSwitch } = useShownPassword()
  const { onSubmit, pending, sends, errors, errorOf } = useForm(({ password }) =>
    dispatch(
      enterByLink(call('PUT /api/auth/reset', { body: { code, password } }), () => {
        navigate('/dashboard', { replace: true })
        dispatch(showAlert('Password Changed', 'success'))
      }),
    ),
  )
  return (
    <NarrowPage heading="Set a new password" lead="You will be logged out everywhere else.">
      {code === '' ? (
        <LinkMissing />
      ) : (
        <form onSubmit={onSubmit} className="card grid gap-5 p-6">
          <NewPasswordField label="New password" type={passwordType} error={errorOf('password')} />
          {errors.some(({ field }) => field !== 'password') && (
            <p className="font-medium text-danger">
              {errors.some(isSuspension)
                ? refusalIn(errors)
                : 'This link may have been used already, or it is too old. Please ask for another one.'}
            </p>
          )}
          <div className="order-2 grid">
            <Button type="submit" pending={pending}>
              Set password
            </Button>
            <FormAlerts sends={sends} />
          </div>
          {showSwitch}
        </form>
      )}
    </NarrowPage>
  )
}
