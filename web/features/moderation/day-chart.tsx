import { useId } from 'react'
import type { CommunityCounts } from '../../../contract/moderation.ts'
import { formatDate } from '../../ui/dates.ts'

const BAR = 8
const GAP = 2
const HEIGHT = 80

type Props = { heading: string; days: CommunityCounts['postsByDay'] }

export function DayChart({ heading, days }: Props) {
  const id = useId()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const sum = days.reduce((total, { count }) => total + count, 0)
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="flex items-baseline justify-between">
        <span className="font-semibold">{heading}</span>
        <span className="text-sm text-muted">
          <span className="font-mono">{sum.toLocaleString()}</span> in {days.length} days, peak{' '}
          <span className="font-mono">{Math.max(0, ...days.map(({ count }) => count)).toLocaleString()}</span>{' '}
          a day
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * (BAR + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-24 w-full border-b border-line"
      >
        {days.map(({ date, count }, index) => {
          const height = (count / most) * HEIGHT
          return (
            <rect
              key={date}
              x={index * (BAR + GAP)}
              y={HEIGHT - Math.max(height, 1)}
              width={BAR}
              height={Math.max(height, 1)}
              className={count > 0 ? 'fill-accent' : 'fill-line'}
            >
              <title>{`${date}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <details className="mt-1 text-sm">
        <summary className="py-0.5 text-muted hover:text-ink">Show as table</summary>
        <table aria-label={heading} className="mt-2 w-full max-w-60 text-left font-mono">
          <thead>
            <tr>
              <th scope="col" className="font-medium">
                Day
              </th>
              <th scope="col" className="text-right font-medium">
                {heading}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, count }) => (
              <tr key={date} className="border-t border-line">
                <td>{formatDate(date)}</td>
                <td className="text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
