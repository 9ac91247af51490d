import { useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import { call } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { requireObject } from '../../app/api/responses.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { refreshUser } from './session.ts'

export function EmailForm() {
  const dispatch = useAppDispatch()
  const { mail } = useSite()
  const email = useAppSelector((state) => state.auth.user?.email)
  const isConfirmed = useAppSelector((state) => state.auth.user?.emailConfirmed)
  const { passwordType, showSwitch } = usePasswordToggle()
  const { onSubmit, pending, errorOf } = useForm(({ email, password }, form) =>
    submit(
      call('PUT /api/auth/email', { body: { email, password } }),
      (response) => {
        const { msg } = requireObject(response, 'msg')
        form.reset()
        dispatch(refreshUser())
        dispatch(showAlert(msg, 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
  return (
    <section className="grid gap-4">
      <h2 className="text-lg font-semibold">Change email</h2>
      {mail && !isConfirmed && <Unconfirmed />}
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field
          key={email}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={email}
          hint={mail ? "We'll send a confirmation link to the new address." : undefined}
          error={errorOf('email')}
        />
        <Field
          label="Your password"
          name="password"
          type={passwordType}
          autoComplete="current-password"
          required
          error={errorOf('password')}
        />
        <div className="order-2 grid justify-items-start">
          <Button type="submit" variant="secondary" pending={pending}>
            Change email
          </Button>
        </div>
        {showSwitch}
      </form>
    </section>
  )
}

function Unconfirmed() {
  const [pending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const [errors, setErrors] = useState<FieldError[]>([])

  async function send() {
    setPending(true)
    setErrors(
      await submit(
        call('POST /api/auth/confirmation', {}),
        (response) => setMessage(requireObject(response, 'msg').msg),
        () => {},
      ),
    )
    setPending(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-transparent bg-fresh-soft px-4 py-2 text-fresh">
      <p className="mr-auto" role="status">
        {errors[0]?.msg ?? message ?? "Your email isn't confirmed yet."}
      </p>
      {!message && (
        <Button variant="secondary" size="small" pending={pending} onClick={send}>
          Resend link
        </Button>
      )}
    </div>
  )
}
