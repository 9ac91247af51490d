import type { ComponentType } from 'react'
import { useAppSelector } from '../store.ts'

/** What shows the alerts comes with what pages share: the landing page, which has none, is lighter without it. */
export const shown: { Boxes?: ComponentType } = {}

/** Always there, above the page: boxes come and go without moving what is being read. */
export function AlertArea() {
  const hasAlerts = useAppSelector((state) => state.alert.length > 0)
  const { Boxes } = shown
  return (
    <section aria-label="Alerts" className="print:hidden">
      {hasAlerts && Boxes && <Boxes />}
    </section>
  )
}
