import type { PointerEvent } from 'react'
import { formatDay, formatExactly } from './dates.ts'

export function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} onPointerEnter={titled(() => formatExactly(date))} className="font-mono">
      {formatDay(date)}
    </time>
  )
}

/** Set on hover, because formatting an exact date is slow. */
export const titled =
  (title: () => string) =>
  ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    currentTarget.title = title()
  }
