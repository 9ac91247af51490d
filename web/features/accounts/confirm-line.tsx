import { useEffect } from 'react'
import { fieldErrors } from '../../app/api/results.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { useResendConfirmationMutation } from './account-api.ts'
import { refreshUser } from './session.ts'

export const CONFIRM_FIRST = 'Please confirm your email first'

export function ConfirmFirst({ className }: { className: string }) {
  const dispatch = useAppDispatch()
  const mustConfirm = useAppSelector((state) => state.auth.user?.mustConfirm === true)

  useEffect(() => {
    // The link from the email opens in another tab.
    const refresh = () => document.visibilityState === 'visible' && void dispatch(refreshUser())
    if (mustConfirm) document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [dispatch, mustConfirm])

  if (!mustConfirm) return null
  return (
    <div className={className}>
      <ConfirmLine text={CONFIRM_FIRST} />
    </div>
  )
}

export function ConfirmLine({ text }: { text: string }) {
  const [resend, { data, error, isLoading }] = useResendConfirmationMutation()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-transparent bg-fresh-soft px-4 py-2 text-fresh">
      <div className="mr-auto min-w-0">
        <p>{text}</p>
        <p role="status" className="text-sm empty:hidden">
          {fieldErrors(error)[0]?.msg ?? data?.msg}
        </p>
      </div>
      {!data && (
        <Button variant="secondary" size="small" pending={isLoading} onClick={() => resend()}>
          Send again
        </Button>
      )}
    </div>
  )
}
