import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { MAX_LENGTH, PASSWORD_MIN } from '../../../contract/limits.ts'
import { errorsOf } from '../../app/api/results.ts'
import { showAlert } from '../../app/state/alert-slice.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { CardForm } from '../../ui/forms/card-form.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { NarrowPage } from '../../ui/layout/page.tsx'
import { Agreement } from './agreement.tsx'
import { GuestGuard } from './guest-guard.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { useRegisterMutation } from './sign-in-api.ts'

export function RegisterPage() {
  const { registration, passwordSignIn } = useSite()
  return (
    <GuestGuard>
      {registration === 'closed' ? (
        <RegistrationClosed />
      ) : !passwordSignIn ? (
        <RegistrationByProvider />
      ) : (
        <RegistrationForm />
      )}
    </GuestGuard>
  )
}

function RegistrationClosed() {
  const { name, signIn } = useSite()
  return (
    <NarrowPage heading="Sign Up" lead="Registration is closed.">
      <p className="card p-6">
        {name} isn't accepting new members right now.{' '}
        {signIn.length > 0
          ? 'You can still sign in with an account below.'
          : 'To join, contact the people who run it.'}
      </p>
      {signIn.length > 0 && <Agreement className="mt-4" />}
      <ProviderLinks />
      <LoginHint />
    </NarrowPage>
  )
}

function RegistrationByProvider() {
  const invitation = useInvitation()
  return (
    <NarrowPage heading="Sign Up" lead="Sign in with an account that you have.">
      <Agreement />
      <ProviderLinks codes={{ invitation }} />
    </NarrowPage>
  )
}

const useInvitation = () => new URLSearchParams(useLocation().search).get('invitation') ?? ''

function LoginHint() {
  return (
    <p className="mt-6 text-center text-muted">
      Already have an account?{' '}
      <Link to="/login" className="text-link">
        Sign In
      </Link>
    </p>
  )
}

function Waiting({ msg }: { msg: string }) {
  const { mail } = useSite()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <NarrowPage heading="Sign Up">
      <div ref={card} tabIndex={-1} className="card grid gap-2 p-6">
        <p className="font-medium">{msg}</p>
        <p className="text-muted">
          {mail ? "You'll get an email once a moderator has approved it." : 'Try signing in later.'}
        </p>
      </div>
      <LoginHint />
    </NarrowPage>
  )
}

function RegistrationForm() {
  const dispatch = useAppDispatch()
  const { registration, approval } = useSite()
  const [register, { data: entered }] = useRegisterMutation()
  const given = useInvitation()
  const isInvitationNeeded = registration === 'invite'
  const asksInvitation = isInvitationNeeded || (approval && given !== '')
  const { passwordType, showSwitch } = usePasswordToggle()
  const { errorOf, ...form } = useForm(
    async ({ name = '', email = '', password = '', password2 = '', invitation, note }) => {
      // A server of the specification knows only the first three.
      const account = { name, email, password, ...(asksInvitation && { invitation }), ...(note && { note }) }
      if (password === password2) return errorsOf(register({ body: account }))
      const alert = 'Passwords do not match'
      dispatch(showAlert(alert, 'danger'))
      return [{ msg: "Passwords don't match", field: 'password2', alert }]
    },
  )
  if (entered && 'pending' in entered) return <Waiting msg={entered.msg} />
  return (
    <NarrowPage heading="Sign Up" lead="It takes a minute.">
      <CardForm {...form} submit="Register" showSwitch={showSwitch}>
        <Field autoFocus label="Name" name="name" autoComplete="name" required error={errorOf('name')} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="This site uses an avatar service such as Gravatar: an email that matches one there gives you a profile image."
          error={errorOf('email')}
        />
        <NewPasswordField label="Password" type={passwordType} error={errorOf('password')} />
        <Field
          label="Confirm password"
          name="password2"
          type={passwordType}
          autoComplete="new-password"
          required
          minLength={PASSWORD_MIN}
          error={errorOf('password2')}
        />
        {asksInvitation && (
          <Field
            label="Invitation"
            name="invitation"
            autoComplete="off"
            required={isInvitationNeeded}
            defaultValue={given}
            hint={
              isInvitationNeeded ? 'You need an invitation to join.' : 'With it, you join without waiting.'
            }
            error={errorOf('invitation')}
          />
        )}
        {approval && !isInvitationNeeded && (
          <div className="order-2">
            <TextArea
              label="Why do you want to join?"
              name="note"
              rows={3}
              max={MAX_LENGTH.note}
              hint="Optional. A moderator will read it."
              error={errorOf('note')}
            />
          </div>
        )}
        <Agreement className="order-2" />
      </CardForm>
      <ProviderLinks codes={{ invitation: given }} />
      <LoginHint />
    </NarrowPage>
  )
}
