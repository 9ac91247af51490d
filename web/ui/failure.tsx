import { Button } from './button.tsx'

/** An error message in place of the content, with a retry button. */
export function Failure({ msg, onRetry }: { msg: string; onRetry: () => void }) {
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-4" aria-live="polite">
      <p>{msg}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** One line about a failed action. */
export function FailureLine({ msg }: { msg: string | undefined }) {
  return (
    <p aria-live="polite" className={msg ? 'mt-2 text-sm text-danger' : ''}>
      {msg}
    </p>
  )
}
