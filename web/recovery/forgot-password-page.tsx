import { useState } from 'react'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showErrors } from '../alerts/alert-slice.ts'
import { call } from '../client.ts'
import { submit } from '../outcome.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { NarrowPage } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

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
    <NarrowPage heading="Forgot your password?" lead="You get a link by mail to set a new one.">
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
            Send the link
          </Button>
          <FormAlerts sends={sends} />
        </div>
        <p role="status" className="empty:hidden">
          {answer && `${answer}. It works for 30 minutes.`}
        </p>
      </form>
      <p className="mt-6 text-center text-muted">
        <Link to="/login" className="text-link">
          Back to the sign-in
        </Link>
      </p>
    </NarrowPage>
  )
}
