import { useNavigate } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useSite } from '../../app/state/use-site.ts'
import { CardForm } from '../../ui/forms/card-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { NarrowPage } from '../../ui/layout/page.tsx'
import { isExpiredLink } from '../accounts/refusal.ts'
import { ProviderLinks } from './provider-links.tsx'
import { LinkMissing } from './recovery/link-missing.tsx'
import { useCode } from './recovery/use-code.ts'
import { useSetUpMutation } from './sign-in-api.ts'

/** The first start prints the link to this page, which creates the first admin. */
export function SetupPage() {
  const navigate = useNavigate()
  const code = useCode()
  const { passwordSignIn } = useSite()
  const { passwordType, showSwitch } = usePasswordToggle()
  const [setUp] = useSetUpMutation()
  const { errors, errorOf, ...form } = useForm(
    async ({ community = '', name = '', email = '', password = '' }) => {
      const errors = await errorsOf(setUp({ body: { code, community, name, email, password } }))
      if (errors.length === 0) navigate('/admin', { replace: true })
      return errors
    },
  )
  return (
    <NarrowPage
      heading="Set up your community"
      lead={
        passwordSignIn
          ? 'Choose a name and create the first admin account.'
          : 'Sign in to become the first admin.'
      }
    >
      {code === '' ? (
        <LinkMissing from="the server's log" />
      ) : !passwordSignIn ? (
        <ProviderLinks codes={{ setup: code }} />
      ) : (
        <CardForm {...form} submit="Set up" showSwitch={showSwitch}>
          <Field
            autoFocus
            label="Community name"
            name="community"
            required
            maxLength={MAX_LENGTH.name}
            hint="You can change this later."
            error={errorOf('community')}
          />
          <Field label="Your name" name="name" autoComplete="name" required error={errorOf('name')} />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errorOf('email')}
          />
          <NewPasswordField label="Password" type={passwordType} error={errorOf('password')} />
          {errors.some(isExpiredLink) && (
            <p className="font-medium text-danger">
              This link works until there is an admin. If no one has registered yet, restart the server to get
              a new one.
            </p>
          )}
        </CardForm>
      )}
    </NarrowPage>
  )
}
