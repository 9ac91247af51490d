import { useState } from 'react'
import { call } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { CardForm } from '../../../ui/forms/card-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { Link } from '../../../ui/routing/link.tsx'

export function ForgotPasswordPage() {
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
    <NarrowPage heading="Forgot your password?" lead="We'll email you a link to set a new one.">
      <CardForm {...form} submit="Send link">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errorOf('email')}
        />
        <p role="status" className="order-3 empty:hidden">
          {message && `${message}. It expires in 30 minutes.`}
        </p>
      </CardForm>
      <p className="mt-6 text-center text-muted">
        <Link to="/login" className="text-link">
          Back to sign in
        </Link>
      </p>
    </NarrowPage>
  )
}
