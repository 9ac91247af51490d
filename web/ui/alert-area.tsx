import { useEffect, useState } from 'react'
import {
  type Alert,
  alertRemoved,
  keepAlert,
  messageId,
  removeLater,
  undoOf,
} from '../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../app/state/store.ts'
import { CloseIcon, FailureIcon, SuccessIcon } from './icons.tsx'

/** Beside the content where there is room, else above it: an alert covers nothing that can be read. */
export function AlertArea() {
  const alerts = useAppSelector((state) => state.alert)
  return (
    <section
      aria-label="Alerts"
      className="max-columns:sticky max-columns:top-14 z-15 columns:pointer-events-none columns:fixed columns:bottom-6 columns:left-4 columns:w-60 print:hidden"
    >
      {alerts.length > 0 && (
        <div className="mx-auto grid max-w-[43rem] gap-2 max-columns:bg-canvas max-columns:px-4 max-columns:py-2">
          {alerts.map((alert) => (
            <AlertBox key={alert.id} {...alert} />
          ))}
        </div>
      )}
    </section>
  )
}

const variants = {
  danger: 'border-danger bg-danger-soft text-danger',
  success: 'border-success bg-success-soft text-success',
}

function AlertBox({ id, msg, type }: Alert) {
  const dispatch = useAppDispatch()
  const undo = undoOf(id)
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isKept = undo !== undefined && (isUnderPointer || hasFocus)

  useEffect(() => {
    if (!isKept) return undefined
    keepAlert(id)
    return () => dispatch(removeLater(id))
  }, [dispatch, id, isKept])

  return (
    <div
      role="alert"
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className={`alert alert-${type} pointer-events-auto flex items-start gap-2 rounded-lg border px-3 py-2.5 font-medium ${variants[type]}`}
    >
      <span className="mt-0.5">{type === 'danger' ? <FailureIcon /> : <SuccessIcon />}</span>
      <p id={messageId(id)} className="min-w-0 flex-1">
        {msg}
      </p>
      {undo && (
        <button
          type="button"
          // The word comes from the style sheet, because the text of an alert is its message alone.
          aria-label="Undo"
          onClick={() => {
            dispatch(alertRemoved(id))
            dispatch(undo)
          }}
          className="min-h-6 shrink-0 rounded font-semibold underline underline-offset-4 before:content-['Undo'] hover:bg-surface"
        />
      )}
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
