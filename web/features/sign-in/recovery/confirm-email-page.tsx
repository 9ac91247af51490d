import { useEffect, useRef } from 'react'
import { fieldErrors } from '../../../app/api/results.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { isExpiredLink, refusalIn } from '../../accounts/refusal.ts'
import { useConfirmEmailMutation } from '../sign-in-api.ts'
import { LinkMissing } from './link-missing.tsx'
import { useCode } from './use-code.ts'

export function ConfirmEmailPage() {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated)
  const code = useCode()
  const sent = useRef('')
  const [confirmEmail, { isSuccess, error }] = useConfirmEmailMutation()

  // A code works only once, so it is sent only once.
  useEffect(() => {
    if (code === '' || sent.current === code) return
    sent.current = code
    void confirmEmail({ body: { code } })
  }, [code, confirmEmail])

  const errors = isSuccess || error ? fieldErrors(error) : undefined

  return (
    <NarrowPage heading="Confirm your email">
      {code === '' && <LinkMissing />}
      {code !== '' && !errors && <Spinner />}
      {errors && (
        <div className="card grid justify-items-start gap-4 p-6" role="status">
          {errors.length === 0 ? (
            <p>Your email is confirmed.</p>
          ) : (
            <p>
              {errors.some(isExpiredLink)
                ? 'This link has expired or was already used. Request a new one in your settings.'
                : refusalIn(errors)}
            </p>
          )}
          <ButtonLink to={isMember ? '/settings' : '/login'} variant="secondary">
            {isMember ? 'Go to settings' : 'Sign In'}
          </ButtonLink>
        </div>
      )}
    </NarrowPage>
  )
}
