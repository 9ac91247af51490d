import type { PointerEvent } from 'react'
import { formatDay, formatExactly } from './dates.ts'

export function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} onPointerEnter={titled(() => formatExactly(date))} className="font-mono">
      {formatDay(date)}
    </time>
  )
}

/** Set when needed, because an exact date is slow to format. */
export const titled =
  (title: () => string) =>
  ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    currentTarget.title = title()
  }
