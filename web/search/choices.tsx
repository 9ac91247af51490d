import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import { IN_PLACE } from '../ui/route-change.tsx'

export type Choice = {
  /** What tells it from the others, also from those with the same text. */
  value: string
  text: string
  /** Undefined if it is not known. */
  count: number | undefined
  isChosen: boolean
  /** The address with this choice, or without it if it is chosen. */
  to: string
}

type Props = {
  heading: string
  choices: Choice[]
  /** Whether the counts are all, or only of the newest. */
  isExact: boolean
  /** Takes what is not listed; its label stands instead of the heading. */
  field?: ReactNode
  /** Set like skills and tags elsewhere. */
  mono?: boolean
}

/** What a list can be narrowed down to, with how many that would leave. */
export function Choices({ heading, choices, isExact, field, mono = false }: Props) {
  return (
    <section aria-label={heading}>
      {field ?? <h2 className="font-medium">{heading}</h2>}
      {choices.length > 0 && (
        <ul className="mt-1 max-columns:grid max-columns:grid-cols-2 max-columns:gap-x-6">
          {choices.map(({ value, text, count, isChosen, to }) => (
            <li key={value}>
              <Link
                to={to}
                state={IN_PLACE}
                aria-current={isChosen ? 'true' : undefined}
                className="filter-choice"
              >
                {isChosen && <Check size={14} aria-hidden="true" className="shrink-0" />}
                <bdi className={`min-w-0 flex-1 truncate text-left ${mono ? 'font-mono text-sm' : ''}`}>
                  {text}
                </bdi>
                {count !== undefined && (
                  <span className="font-mono text-sm text-muted">{shownNumber(count, isExact)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export const shownNumber = (count: number, isExact: boolean) =>
  `${count.toLocaleString('en')}${isExact ? '' : '+'}`
