import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'

export type Choice = {
  /** Distinguishes choices with the same text. */
  value: string
  text: string
  count: number | undefined
  isChosen: boolean
  to: string
}

type Props = {
  heading: string
  choices: Choice[]
  isExact: boolean
  /** For values that are not listed; its label replaces the heading. */
  field?: ReactNode
  mono?: boolean
}

export function Choices({ heading, choices, isExact, field, mono = false }: Props) {
  if (choices.length === 0 && !field) return null
  return (
    <section aria-label={heading}>
      {field ?? <h2 className="font-medium">{heading}</h2>}
      {choices.length > 0 && (
        <ul className="mt-1 max-columns:grid max-columns:grid-cols-2 max-columns:gap-x-6">
          {choices.map(({ value, text, count, isChosen, to }) => {
            const isUseless = count === 0 && isExact && !isChosen
            return (
              <li key={value}>
                <Link
                  to={to}
                  aria-disabled={isUseless || undefined}
                  onClick={(event) => {
                    if (isUseless) event.preventDefault()
                  }}
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
            )
          })}
        </ul>
      )}
    </section>
  )
}

export const shownNumber = (count: number, isExact: boolean) =>
  `${count.toLocaleString('en')}${isExact ? '' : '+'}`
