import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Page, useHasColumns } from '../../ui/layout/frame.tsx'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { without, withoutAll } from './filters.ts'

type Props = {
  heading: string
  lead: string
  box: ReactNode
  filters: ReactNode
  isOffered?: boolean
  used: number
  children: ReactNode
}

const RESULTS = 'results'

export function FilteredPage({ heading, lead, box, filters, isOffered = true, used, children }: Props) {
  const isColumn = useHasColumns()
  return (
    <Page
      heading={heading}
      lead={lead}
      wide={!isOffered}
      aside={
        isOffered &&
        isColumn && (
          <search
            aria-label="Filters"
            className="-m-2 grid max-h-[calc(100svh-6rem)] gap-6 overflow-y-auto p-2"
          >
            {filters}
          </search>
        )
      }
    >
      {isOffered && (
        <search aria-label={heading}>
          {box}
          {!isColumn && (
            <details className="mt-3">
              <summary className="min-h-11 content-center font-medium">
                {used > 0 ? `Filters (${used})` : 'Filters'}
              </summary>
              <div className="grid gap-6 pt-2 pb-4 sm:grid-cols-2">{filters}</div>
            </details>
          )}
        </search>
      )}
      {/* No box until the filters are there, because they would move it. */}
      <div id={RESULTS} tabIndex={-1} className={isOffered ? 'focus:outline-none' : 'contents'}>
        {children}
      </div>
    </Page>
  )
}

const TEXTS: Record<string, (value: string) => string> = {
  question: (value) => (value === 'true' ? 'questions' : 'other posts'),
  solved: (value) => (value === 'true' ? 'solved' : 'unsolved'),
  tag: (value) => `#${value}`,
}

const focusResults = () => document.getElementById(RESULTS)?.focus({ preventScroll: true })

type ActiveFiltersProps = {
  filters: [name: string, value: string][]
  author?: string | undefined
}

export function ActiveFilters({ filters, author = 'one author' }: ActiveFiltersProps) {
  const [params] = useSearchParams()
  if (filters.length === 0) return null
  const names = filters.map(([name]) => name)
  return (
    <ul aria-label="Active filters" className="mt-4 flex flex-wrap items-center gap-2">
      {filters.map(([name, value]) => (
        <li key={`${name} ${value}`} className="min-w-0">
          <Link
            to={without(params, name, value)}
            state={IN_PLACE}
            onClick={focusResults}
            className="flex min-h-7 items-center gap-1.5 rounded-md border border-line-strong px-2 text-sm pointer-coarse:min-h-9 hover:bg-sunken"
          >
            <span className="sr-only">Clear </span>
            <bdi className="min-w-0 truncate">
              {name === 'author' ? author : (TEXTS[name]?.(value) ?? value)}
            </bdi>
            <X size={14} aria-hidden="true" className="shrink-0" />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link
            to={withoutAll(params, names)}
            state={IN_PLACE}
            onClick={focusResults}
            className="text-link rounded text-sm"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
