import { lazy, Suspense } from 'react'
import { useAppSelector } from '../store.ts'

// Part of what pages share, so it is here before the first alert; the landing page needs none.
const AlertBoxes = lazy(async () => ({ default: (await import('./alert-boxes.tsx')).AlertBoxes }))

/** Always there, above the page: boxes come and go without moving what is being read. */
export function AlertArea() {
  const hasAlerts = useAppSelector((state) => state.alert.length > 0)
  return (
    <section aria-label="Alerts" className="print:hidden">
      <Suspense>{hasAlerts && <AlertBoxes />}</Suspense>
    </section>
  )
}
