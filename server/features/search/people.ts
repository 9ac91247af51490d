import { HttpResponse } from '../../platform/cache/http-response.ts'
import { personalPage } from '../../platform/cache/list.ts'
import { splitPage } from '../../platform/http/paging.ts'
import type { ProfileDocuments } from '../profiles/documents.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import { termsOfPeople } from './filter-words.ts'
import type { RunSearch } from './search-pool.ts'

export function peopleSearch(search: RunSearch, { profile }: ProfileDocuments): SearchPeople {
  return async (filters, page, { path, hidden }) => {
    const terms = termsOfPeople(filters)
    if (!terms) return new HttpResponse('[]')
    const rows = await search('findPeople', terms, hidden, { ...page, limit: page.limit + 1 })
    const { shown, isLast } = splitPage(rows, page)
    const keys = shown.map(({ user_id, position }) => ({ id: user_id, position }))
    return personalPage(profile, { keys, isLast }, path, page)
  }
}
