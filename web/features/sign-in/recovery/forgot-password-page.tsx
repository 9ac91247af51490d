import { useState } from 'react'
import { call } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { FormAlerts } from '../../../ui/alerts/alert-boxes.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { Link } from '../../../ui/routing/link.tsx'

export function ForgotPasswordPage() {
  const dispatch = useAppDispatch()
  const [answer, setAnswer] = useState<string>()
  const { onSubmit, pending, sends, errorOf } = useForm(({ email }) =>
    submit(
      call('POST /api/auth/reset', { body: { email } }),
      ({ msg }) => setAnswer(msg),
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
  return (
    <NarrowPage heading="Forgot your password?" lead="We'll email you a link to set a new one.">
      <form onSubmit={onSubmit} className="card grid gap-5 p-6">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errorOf('email')}
        />
        <div className="grid">
          <Button type="submit" pending={pending}>
            Send link
          </Button>
          <FormAlerts sends={sends} />
        </div>
        <p role="status" className="empty:hidden">
          {answer && `${answer}. It expires in 30 minutes.`}
        </p>
      </form>
      <p className="mt-6 text-center text-muted">
        <Link to="/login" className="text-link">
          Back to sign in
        </Link>
      </p>
    </NarrowPage>
  )
}
