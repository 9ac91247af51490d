import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  type Alert,
  alertRemoved,
  keepAlert,
  messageId,
  removeLater,
  undoOf,
} from '../../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { lazyAlerts } from './alert-area.tsx'
import { offerPlace, useOfferedPlace } from './alert-place.ts'
import { ALL_CONTROLS, CONTROLS, FIELDS, findLift, isInView } from './free-place.ts'

/** Over the page, so that nothing moves; where that would cover a control, below the button of the form. */
function AlertBoxes() {
  const alerts = useAppSelector((state) => state.alert)
  const formPlace = useOfferedPlace()
  const area = useRef<HTMLDivElement>(null)
  const [isInForm, setInForm] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another alert may cover what one did not
  useLayoutEffect(() => {
    function placeBoxes() {
      const { current: box } = area
      const canMove = isInView(formPlace?.parentElement)
      if (!box) return setInForm(canMove)
      box.style.translate = '0'
      const lift = findLift(box, ALL_CONTROLS, innerHeight / 2) ?? findLift(box, CONTROLS)
      if (lift === undefined && canMove) setInForm(true)
      else box.style.translate = `0 ${-(lift ?? findLift(box, FIELDS) ?? 0)}px`
    }
    placeBoxes()
    // The content may come later, and a form scrolls to the first field that failed.
    const main = new ResizeObserver(placeBoxes)
    main.observe(document.getElementById('main') ?? document.body)
    document.addEventListener('scrollend', placeBoxes)
    return () => {
      main.disconnect()
      document.removeEventListener('scrollend', placeBoxes)
    }
  }, [alerts.length, formPlace, isInForm])

  const boxes = alerts.map((alert) => <AlertBox key={alert.id} {...alert} />)
  if (formPlace && isInForm) {
    return createPortal(
      <div ref={scrollIntoView} className="mt-4 grid gap-2">
        {boxes}
      </div>,
      formPlace,
    )
  }
  return (
    <div
      ref={area}
      className="pointer-events-none fixed right-4 bottom-[4.5rem] left-4 z-30 grid gap-2 sm:right-auto sm:bottom-6 sm:left-6 sm:w-70 columns:left-4 columns:w-60"
    >
      {boxes}
    </div>
  )
}

lazyAlerts.Boxes = AlertBoxes

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

export function FormAlerts({ submitCount }: { submitCount: number }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (submitCount === 0) return undefined
    offerPlace(place.current)
    return () => offerPlace(null)
  }, [submitCount])

  return <div ref={place} className="empty:hidden" />
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
      <span className="mt-0.5">
        {type === 'danger' ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
      </span>
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
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
