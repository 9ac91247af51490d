import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FieldError } from '../../../contract/errors.ts'
import { fieldErrors } from '../../app/api/results.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardForm } from '../../ui/forms/card-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { usePasswordToggle } from '../../ui/forms/use-password-toggle.tsx'
import { NarrowPage } from '../../ui/layout/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isExpiredLink, refusalIn } from '../accounts/refusal.ts'
import { keptCodes } from './kept-codes.ts'
import { useCode } from './recovery/use-code.ts'
import { useEnterByProviderMutation } from './sign-in-api.ts'

/** Sign-in providers send people back here with a one-time code. */
export function SignInPage() {
  const navigate = useNavigate()
  const code = useCode()
  const to = useLocation().search.includes('to=settings') ? '/settings' : '/dashboard'
  const sent = useRef('')
  const [refusal, setRefusal] = useState<FieldError>()

  const [enterByProvider, { data: entered }] = useEnterByProviderMutation()

  async function enter(password?: string) {
    const { data: entered, error } = await enterByProvider({ body: { code, password, ...keptCodes() } })
    if (entered && 'token' in entered) navigate(to, { replace: true })
    return fieldErrors(error)
  }

  const start = useEffectEvent(async () => setRefusal((await enter())[0]))

  // A code works only once, so it is sent only once.
  useEffect(() => {
    if (code === '' || sent.current === code) return
    sent.current = code
    void start()
  }, [code])

  if (refusal?.field === 'password') return <Connection question={refusal.msg} enter={enter} />
  if (entered && 'pending' in entered) return <Ended sentence={sentenceOf(entered)} />
  if (code !== '' && !refusal) return <Spinner />
  const isExpired = !refusal || isExpiredLink(refusal)
  return (
    <Ended sentence={isExpired ? 'This sign-in has expired. Please sign in again.' : sentenceOf(refusal)} />
  )
}

function Ended({ sentence }: { sentence: string }) {
  return (
    <NarrowPage heading="Sign In">
      <div className="card grid justify-items-start gap-4 p-6" role="status">
        <p>{sentence}</p>
        <ButtonLink to="/login" variant="secondary">
          Go to sign in
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}

/** Only messages of the page itself end with a period. */
const sentenceOf = (refusal: FieldError) => `${refusalIn([refusal])?.replace(/\.$/, '')}.`

type ConnectionProps = { question: string; enter: (password: string) => Promise<FieldError[]> }

/** The email already has an account, and only its password can connect it. */
function Connection({ question, enter }: ConnectionProps) {
  const { passwordType, showSwitch } = usePasswordToggle()
  const { errorOf, ...form } = useForm(({ password = '' }) => enter(password))
  return (
    <NarrowPage heading="Connect your account" lead={`${question}.`}>
      <CardForm {...form} submit="Connect and sign in" showSwitch={showSwitch}>
        <Field
          autoFocus
          label="Password"
          name="password"
          type={passwordType}
          autoComplete="current-password"
          required
          error={errorOf('password')}
        />
      </CardForm>
    </NarrowPage>
  )
}
