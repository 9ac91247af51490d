import { errorsOf, fieldErrors } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { useChangeEmailMutation, useResendConfirmationMutation } from './account-api.ts'

export function EmailForm() {
  const { mail } = useSite()
  const email = useAppSelector((state) => state.auth.user?.email)
  const isConfirmed = useAppSelector((state) => state.auth.user?.emailConfirmed)
  const { passwordType, showSwitch } = usePasswordToggle()
  const [changeEmail] = useChangeEmailMutation()
  const { onSubmit, pending, errorOf } = useForm(async ({ email = '', password = '' }, form) => {
    const errors = await errorsOf(changeEmail({ body: { email, password } }))
    if (errors.length === 0) form.reset()
    return errors
  })
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
  const [resend, { data, error, isLoading }] = useResendConfirmationMutation()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-transparent bg-fresh-soft px-4 py-2 text-fresh">
      <p className="mr-auto" role="status">
        {fieldErrors(error)[0]?.msg ?? data?.msg ?? "Your email isn't confirmed yet."}
      </p>
      {!data && (
        <Button variant="secondary" size="small" pending={isLoading} onClick={() => resend()}>
          Resend link
        </Button>
      )}
    </div>
  )
}
