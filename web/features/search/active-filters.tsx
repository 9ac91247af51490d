import { X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { RESULTS } from './filtered-page.tsx'
import { without, withoutAll } from './filters.ts'

const TEXTS: Record<string, (value: string) => string> = {
  question: (value) => (value === 'true' ? 'questions' : 'other posts'),
  solved: (value) => (value === 'true' ? 'solved' : 'unsolved'),
  tag: (value) => `#${value}`,
}

const focusResults = () => document.getElementById(RESULTS)?.focus({ preventScroll: true })

type Props = {
  filters: [name: string, value: string][]
  author?: string | undefined
}

export function ActiveFilters({ filters, author = 'one author' }: Props) {
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
