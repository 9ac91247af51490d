import { formatPeriod } from '../../../ui/dates.ts'

export function Period({ from, to }: { from: string | null; to: string | null }) {
  const [start, ...end] = formatPeriod(from, to).split(/ (?=- )/)
  return (
    <>
      <span className="whitespace-nowrap">{start}</span>
      {end.length > 0 && ' '}
      <span className="whitespace-nowrap">{end}</span>
    </>
  )
}
