import { formatDay, formatExactly } from '../dates.ts'

export function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} title={formatExactly(date)} className="font-mono">
      {formatDay(date)}
    </time>
  )
}
