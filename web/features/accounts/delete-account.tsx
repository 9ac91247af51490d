import { errorsOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useDeleteAccountMutation } from './account-api.ts'

export function DeleteAccount() {
  const [deleteAccount] = useDeleteAccountMutation()
  const { pending, failure, run } = useAction()

  function press() {
    if (confirm('Are you sure? This can NOT be undone')) void run(() => errorsOf(deleteAccount()))
  }

  return (
    <section>
      <h2 className="text-lg font-semibold">Danger zone</h2>
      <p className="mt-1 mb-4 text-muted">Your account and everything in it will be gone for good.</p>
      <Button variant="danger-outline" pending={pending} onClick={press}>
        Delete Account
      </Button>
      <FailureLine msg={failure} />
    </section>
  )
}
