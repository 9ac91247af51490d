import { Answer } from '../answers/answer.ts'
import { personalPage } from '../answers/list.ts'
import { splitPage } from '../http/paging.ts'
import type { ProfileDocuments } from '../profiles/documents.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import type { Indexer } from './indexer.ts'
import { termsOfPeople } from './people-terms.ts'
import type { Searching } from './thread/searching.ts'

export function peopleSearch(
  searching: Searching,
  { profile }: ProfileDocuments,
  indexer: Indexer,
): SearchPeople {
  return async (filters, page, { request, member, path, hidden }) => {
    const terms = termsOfPeople(filters)
    if (!terms) return new Answer('[]')
    await indexer.catchUp()
    const onePastPage = { ...page, limit: page.limit + 1 }
    const rows = await searching.for(request, member).findPeople(terms, hidden, onePastPage)
    const { shown, isLast } = splitPage(rows, page)
    const keys = shown.map(({ id, user_id }) => ({ id: user_id, position: id }))
    return personalPage(profile, { keys, isLast }, path, page)
  }
}
