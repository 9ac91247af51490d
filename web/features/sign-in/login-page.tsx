import { Link, useLocation } from 'react-router'
import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { CardForm } from '../../ui/forms/card-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { NarrowPage } from '../../ui/layout/page.tsx'
import { useDestination } from '../../ui/routing/destination.ts'
import { refusalIn } from '../accounts/refusal.ts'
import { Agreement } from './agreement.tsx'
import { GuestGuard } from './guest-guard.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { useLogInMutation } from './sign-in-api.ts'

const WRONG = 'Invalid Credentials'

export function LoginPage() {
  const [logIn] = useLogInMutation()
  const { mail, signIn, passwordSignIn } = useSite()
  const hasProviderFailed = useLocation().search.includes('problem=provider')
  const trouble = useAppSelector((state) => state.auth.setAside?.reason)
  const { passwordType, showSwitch } = usePasswordToggle()
  const { errors, errorOf, ...form } = useForm(({ email = '', password = '' }) =>
    errorsOf(logIn({ body: { email, password } })),
  )
  const refusal = refusalIn(errors)
  const destination = useDestination()
  return (
    <GuestGuard>
      <NarrowPage heading="Sign In" lead={destination?.reason ?? 'Welcome back.'}>
        {trouble && (
          <p role="status" className="card mb-6 p-4">
            {trouble} You'll be signed in as soon as the server responds.
          </p>
        )}
        {hasProviderFailed && (
          <p role="status" className="card mb-6 p-4">
            Signing in with {signIn.length === 1 ? signIn[0]?.name : 'the provider'} didn't work.{' '}
            {passwordSignIn ? 'Try again or use your password.' : 'Try again.'}
          </p>
        )}
        {passwordSignIn && (
          <CardForm {...form} submit="Login" showSwitch={showSwitch}>
            <Field
              autoFocus
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              error={errorOf('email')}
            />
            <Field
              label="Password"
              name="password"
              type={passwordType}
              autoComplete="current-password"
              required
              minLength={PASSWORD_MIN}
              error={errorOf('password')}
            />
            {refusal && (
              <p className="font-medium text-danger">
                {refusal === WRONG ? 'Wrong email or password. Try again.' : refusal}
              </p>
            )}
          </CardForm>
        )}
        {signIn.length > 0 && <Agreement className="mt-6" />}
        <ProviderLinks />
        {mail && passwordSignIn && (
          <p className="mt-6 text-center">
            <Link to="/forgot-password" className="text-link">
              Forgot your password?
            </Link>
          </p>
        )}
        <p className="mt-6 text-center text-muted">
          No account yet?{' '}
          <Link to="/register" state={{ destination: destination?.to }} className="text-link">
            Sign Up
          </Link>
        </p>
      </NarrowPage>
    </GuestGuard>
  )
}
