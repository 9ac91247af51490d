import { useState } from 'react'
import type { FieldError } from '../api.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { deleteAccount } from './entry-calls.ts'

export function DeleteAccount() {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  async function press() {
    if (!confirm('Are you sure? This can NOT be undone')) return
    setPending(true)
    setErrors(await dispatch(deleteAccount()))
    setPending(false)
  }

  return (
    <section>
      <h2 className="text-lg font-semibold">Danger zone</h2>
      <p className="mt-1 mb-4 text-muted">
        Your profile goes with your account, and so do your posts, comments and likes.
      </p>
      <Button look="danger-outline" pending={pending} onClick={press}>
        Delete Account
      </Button>
      <FailureLine msg={errors[0]?.msg} />
    </section>
  )
}
