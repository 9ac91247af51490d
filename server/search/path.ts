import type { FormValue } from '../../contract/fields.ts'
import type { SearchPage } from '../../contract/search.ts'

export type SearchQuery = FormValue<typeof SearchPage.query>

type Filters = Record<string, string | boolean | string[] | number | null>

/** The path of a search, which is the same however its parameters were written. */
export function searchPath({ limit: _limit, cursor: _cursor, ...query }: SearchQuery): string {
  return pathWith('/api/search', query)
}

export function pathWith(path: string, filters: Filters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
