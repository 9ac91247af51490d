import type { ComponentType } from 'react'
import { useAppSelector } from '../../app/state/store.ts'

/** Set when the shared chunk loads: the landing page has no alerts and is lighter without the boxes. */
export const lazyAlerts: { Boxes?: ComponentType } = {}

/** Always above the page, so that boxes appear and disappear without moving the content. */
export function AlertArea() {
  const hasAlerts = useAppSelector((state) => state.alert.length > 0)
  const { Boxes } = lazyAlerts
  return (
    <section aria-label="Alerts" className="print:hidden">
      {hasAlerts && Boxes && <Boxes />}
    </section>
  )
}
