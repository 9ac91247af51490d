import type { FormValue } from '../../../contract/fields/form.ts'
import type { SearchPage } from '../../../contract/search.ts'
import { pathWith } from '../../platform/http/paging.ts'

export type SearchQuery = FormValue<typeof SearchPage.query>

/** The path of a search, which is the same however its parameters were written. */
export function searchPath({ limit: _limit, cursor: _cursor, ...query }: SearchQuery): string {
  return pathWith('/api/search', query)
}
