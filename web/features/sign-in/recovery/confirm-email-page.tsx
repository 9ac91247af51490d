import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import { call } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { NarrowPage } from '../../../ui/layout/page.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { isExpiredLink, refusalIn } from '../../accounts/refusal.ts'
import { refreshUser } from '../../accounts/session.ts'
import { LinkMissing } from './link-missing.tsx'
import { useCode } from './use-code.ts'

export function ConfirmEmailPage() {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated)
  const code = useCode()
  const sent = useRef('')
  const [errors, setErrors] = useState<FieldError[]>()

  const confirm = useEffectEvent(async () => {
    const done = () => void dispatch(refreshUser())
    setErrors(await submit(call('PUT /api/auth/confirmation', { body: { code } }), done, () => {}))
  })

  // A code works only once, so it is sent only once.
  useEffect(() => {
    if (code === '' || sent.current === code) return
    sent.current = code
    void confirm()
  }, [code])

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
