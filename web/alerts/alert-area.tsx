import { useAppDispatch, useAppSelector } from '../store.ts'
import { CheckIcon, CloseIcon, WarningIcon } from '../ui/icons.tsx'
import { type Alert, alertRemoved } from './alert-slice.ts'

/** Always there, above the page: boxes come and go without moving what is being read. */
export function AlertArea() {
  const alerts = useAppSelector((state) => state.alert)
  return (
    <section
      aria-label="Alerts"
      className="pointer-events-none fixed inset-x-4 z-30 grid gap-2 max-sm:bottom-4 sm:top-16 sm:left-auto sm:w-96 print:hidden"
    >
      {alerts.map((alert) => (
        <AlertBox key={alert.id} {...alert} />
      ))}
    </section>
  )
}

const looks = {
  danger: 'border-danger bg-danger-soft text-danger',
  success: 'border-success bg-success-soft text-success',
}

function AlertBox({ id, msg, type }: Alert) {
  const dispatch = useAppDispatch()
  return (
    <div
      role="alert"
      className={`alert alert-${type} pointer-events-auto flex items-start gap-3 rounded-lg border px-3 py-2.5 text-sm font-medium ${looks[type]}`}
    >
      <span className="mt-0.5">{type === 'danger' ? <WarningIcon /> : <CheckIcon />}</span>
      <p className="flex-1">{msg}</p>
      <button
        type="button"
        aria-label="Close"
        onClick={() => dispatch(alertRemoved(id))}
        className="grid size-6 shrink-0 place-items-center rounded hover:bg-surface"
      >
        <CloseIcon />
      </button>
    </div>
  )
}
