import { Link } from 'react-router'
import { errorsOf } from '../../../app/api/results.ts'
import { useSite } from '../../../app/state/use-site.ts'
import { CardForm } from '../../../ui/forms/card-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { useRequestResetMutation } from '../sign-in-api.ts'

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
  const [requestReset, { data }] = useRequestResetMutation()
  const { errorOf, ...form } = useForm(({ email = '' }) => errorsOf(requestReset({ body: { email } })))
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
          {data && `${data.msg}. It expires in 30 minutes.`}
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
