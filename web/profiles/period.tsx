import { formatPeriod } from '../dates.ts'

/** The period of a credential; if space is tight, it breaks between the dates, never inside one. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  // The dash goes with the second date.
  const [start, ...end] = formatPeriod(from, to).split(/ (?=- )/)
  return (
    <>
      <span className="whitespace-nowrap">{start}</span>
      {end.length > 0 && ' '}
      <span className="whitespace-nowrap">{end}</span>
    </>
  )
}
