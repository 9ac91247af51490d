import { PASSWORD_MIN } from '../../contract/limits.ts'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { NarrowPage } from '../ui/page.tsx'
import { PasswordFields } from '../ui/password-fields.tsx'
import { useForm } from '../ui/use-form.ts'
import { logIn } from './entry-calls.ts'
import { OnlyForGuests } from './only-for-guests.tsx'

export function LoginPage() {
  const dispatch = useAppDispatch()
  const trouble = useAppSelector((state) => state.auth.setAside?.reason)
  const { onSubmit, pending, sends, errors, errorOf } = useForm(({ email = '', password = '' }) =>
    dispatch(logIn({ email, password })),
  )
  return (
    <OnlyForGuests>
      <NarrowPage heading="Sign In" lead="Good to see you again.">
        {trouble && (
          <p role="status" className="card mb-6 p-4">
            {trouble} You will be signed in again as soon as it answers.
          </p>
        )}
        <form onSubmit={onSubmit} className="card grid gap-5 p-6">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={errorOf('email')}
          />
          <PasswordFields>
            {(type) => (
              <Field
                label="Password"
                name="password"
                type={type}
                autoComplete="current-password"
                required
                minLength={PASSWORD_MIN}
                error={errorOf('password')}
              />
            )}
          </PasswordFields>
          {errors.some(({ field }) => !field) && (
            <p className="font-medium text-danger">
              That did not work. Check your email and password, then try again.
            </p>
          )}
          <div className="grid">
            <Button type="submit" pending={pending}>
              Login
            </Button>
            <FormAlerts sends={sends} />
          </div>
        </form>
        <p className="mt-6 text-center text-muted">
          No account yet?{' '}
          <Link to="/register" className="text-link">
            Sign Up
          </Link>
        </p>
      </NarrowPage>
    </OnlyForGuests>
  )
}
