import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { useSite } from '../../../app/state/use-site.ts'
import { CardForm } from '../../../ui/forms/card-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { NarrowPage } from '../../../ui/layout/page.tsx'

const HEADING = 'Forgot your password?'

export function ForgotPasswordPage() {
  const { mail } = useSite()
  return mail ? (
    <ResetForm />
  ) : (
    <NarrowPage heading={HEADING} lead="Ask an admin for a link to set a new one.">
      <BackToSignIn />
    </NarrowPage>
  )
}

function ResetForm() {
  const dispatch = useAppDispatch()
  const [message, setMessage] = useState<string>()
  const { errorOf, ...form } = useForm(({ email }) =>
    submit(
      call('POST /api/auth/reset', { body: { email } }),
      ({ msg }) => setMessage(msg),
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
  return (
    <NarrowPage heading={HEADING} lead="We'll email you a link to set a new one.">
      <CardForm {...form} submit="Send link">
        <Field
          label="Email"
          name="email"
          type="email"
          autoFocus
          autoComplete="username"
          required
          error={errorOf('email')}
        />
        <p role="status" className="order-3 empty:hidden">
          {message && `${message}. It expires in 30 minutes.`}
        </p>
      </CardForm>
      <BackToSignIn />
    </NarrowPage>
  )
}

function BackToSignIn() {
  return (
    <p className="mt-6 text-center text-muted">
      <Link to="/login" className="text-link">
        Back to sign in
      </Link>
    </p>
  )
}
