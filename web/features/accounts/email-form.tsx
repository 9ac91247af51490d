import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { useChangeEmailMutation } from './account-api.ts'
import { ConfirmLine } from './confirm-line.tsx'

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
      {mail && !isConfirmed && <ConfirmLine text="Your email isn't confirmed yet." />}
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
