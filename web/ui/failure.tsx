import { Button } from './button.tsx'

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

export function FailureLine({ msg }: { msg: string | undefined }) {
  return (
    <p aria-live="polite" className={msg ? 'mt-2 text-sm text-danger' : ''}>
      {msg}
    </p>
  )
}
