import { useNavigate } from 'react-router'
import { errorsOf } from '../../../app/api/results.ts'
import { showAlert } from '../../../app/state/alert-slice.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { CardForm } from '../../../ui/forms/card-form.tsx'
import { NewPasswordField } from '../../../ui/forms/new-password-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../../ui/forms/use-password-toggle.tsx'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { isExpiredLink, refusalIn } from '../../accounts/refusal.ts'
import { useResetPasswordMutation } from '../sign-in-api.ts'
import { LinkMissing } from './link-missing.tsx'
import { useCode } from './use-code.ts'

export function ResetPasswordPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const code = useCode()
  const { passwordType, showSwitch } = usePasswordToggle()
  const [resetPassword] = useResetPasswordMutation()
  const { errors, errorOf, ...form } = useForm(async ({ password = '' }) => {
    const errors = await errorsOf(resetPassword({ body: { code, password } }))
    if (errors.length === 0) {
      navigate('/dashboard', { replace: true })
      dispatch(showAlert('Password Changed', 'success'))
    }
    return errors
  })
  return (
    <NarrowPage heading="Set a new password" lead="You'll be signed out everywhere else.">
      {code === '' ? (
        <LinkMissing />
      ) : (
        <CardForm {...form} submit="Set password" showSwitch={showSwitch}>
          <NewPasswordField autoFocus label="New password" type={passwordType} error={errorOf('password')} />
          {errors.some(({ field }) => field !== 'password') && (
            <p className="font-medium text-danger">
              {errors.some(isExpiredLink)
                ? 'This link has expired or was already used. Request a new one.'
                : refusalIn(errors)}
            </p>
          )}
        </CardForm>
      )}
    </NarrowPage>
  )
}
