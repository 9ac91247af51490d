import { useState } from 'react'
import type { FieldError } from '../api.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { deleteAccount } from './profile-calls.ts'

export function DeleteAccount() {
  const dispatch = useAppDispatch()
  const [isOpen, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])

  function ask(isOpen: boolean) {
    setErrors([])
    setOpen(isOpen)
  }

  async function confirm() {
    setPending(true)
    setErrors(await dispatch(deleteAccount()))
    setPending(false)
  }

  return (
    <section>
      <h2 className="text-xl font-semibold">Danger zone</h2>
      <p className="mt-1 mb-4 text-muted">
        Your profile goes with your account, and so do your posts, comments and likes.
      </p>
      <Button look="danger" onClick={() => ask(true)}>
        Delete Account
      </Button>
      {isOpen && (
        <Dialog title="Are you sure? This can NOT be undone" onClose={() => ask(false)}>
          <p className="mt-2 text-muted">Everything you wrote here will be gone at once.</p>
          <FailureLine msg={errors[0]?.msg} />
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button look="secondary" onClick={() => ask(false)}>
              Cancel
            </Button>
            <Button look="danger" pending={pending} onClick={confirm}>
              Yes, delete account
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
