import { PASSWORD_MIN } from '../../contract/limits.ts'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showAlert } from '../alerts/alert-slice.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { NarrowPage } from '../ui/page.tsx'
import { PasswordFields } from '../ui/password-fields.tsx'
import { useForm } from '../ui/use-form.ts'
import { register } from './entry-calls.ts'
import { OnlyForGuests } from './only-for-guests.tsx'

export function RegisterPage() {
  const dispatch = useAppDispatch()
  const { onSubmit, pending, sends, errorOf } = useForm(
    async ({ name = '', email = '', password = '', password2 = '' }) => {
      if (password === password2) return dispatch(register({ name, email, password }))
      dispatch(showAlert('Passwords do not match', 'danger'))
      return [{ msg: 'This is not the password above', field: 'password2' }]
    },
  )
  return (
    <OnlyForGuests>
      <NarrowPage heading="Sign Up" lead="Create your account in a minute.">
        <form onSubmit={onSubmit} className="card grid gap-5 p-6">
          <Field label="Name" name="name" autoComplete="name" required error={errorOf('name')} />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            hint="This site uses an avatar service such as Gravatar: an email that matches one there gives you a profile image."
            error={errorOf('email')}
          />
          <PasswordFields>
            {(type) => (
              <>
                <Field
                  label="Password"
                  name="password"
                  type={type}
                  autoComplete="new-password"
                  required
                  minLength={PASSWORD_MIN}
                  hint={`At least ${PASSWORD_MIN} characters.`}
                  error={errorOf('password')}
                />
                <Field
                  label="Confirm password"
                  name="password2"
                  type={type}
                  autoComplete="new-password"
                  required
                  minLength={PASSWORD_MIN}
                  error={errorOf('password2')}
                />
              </>
            )}
          </PasswordFields>
          <div className="grid">
            <Button type="submit" pending={pending}>
              Register
            </Button>
            <FormAlerts sends={sends} />
          </div>
        </form>
        <p className="mt-6 text-center text-muted">
          Already have an account?{' '}
          <Link to="/login" className="text-link">
            Sign In
          </Link>
        </p>
      </NarrowPage>
    </OnlyForGuests>
  )
}
