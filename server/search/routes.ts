import { Answer } from '../answers/answer.ts'
import type { Document } from '../answers/document.ts'
import { findSilenced } from '../blocks/queries.ts'
import type { Context } from '../context.ts'
import type { Member } from '../http/caller.ts'
import type { Serve } from '../http/handler.ts'
import { asId } from '../ids.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import { termsOfEntries } from './entry-terms.ts'
import { hitsPage } from './hits.ts'
import type { Indexer } from './indexer.ts'
import { searchPath } from './path.ts'
import { forgetSkills } from './people-index.ts'
import { listSkills } from './skills.ts'
import type { Searching } from './thread/searching.ts'
import { cutQuery } from './words.ts'

const NOTHING = {
  count: 0,
  exact: true,
  tags: [],
  authors: [],
  questions: 0,
  others: 0,
  solved: 0,
  unsolved: 0,
}

export function searchRoutes(
  serve: Serve,
  context: Context,
  {
    indexer,
    searching,
    searchPeople,
    inFeed,
  }: { indexer: Indexer; searching: Searching; searchPeople: SearchPeople; inFeed: Document },
): void {
  const { db, accountParts } = context
  accountParts.push(forgetSkills)

  /** The people whom a member has blocked. Those who are muted are left out by the page, as in all lists. */
  const hiddenFrom = async (member: Member | undefined): Promise<string[]> => {
    if (!member) return []
    return (await findSilenced(db.kysely, 'blocks', [member.id])).get(member.id) ?? []
  }

  serve('GET /api/search', async ({ request, member, query, page }) => {
    if (query.in === 'people') {
      const hidden = await hiddenFrom(member)
      return searchPeople(query, page, { request, member, path: searchPath(query), hidden })
    }
    const words = cutQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return new Answer('[]')
    const [hidden] = await Promise.all([hiddenFrom(member), indexer.catchUp()])
    const terms = [...words, ...termsOfEntries({ ...query, author })]
    const filter = { author, solved: query.solved, hiddenAuthors: hidden }
    const onePastPage = { ...page, limit: page.limit + 1 }
    const searches = searching.for(request, member)
    const found =
      query.sort === 'best'
        ? await searches.findBestEntries(terms, filter, onePastPage)
        : await searches.findEntries(terms, filter, onePastPage)
    return hitsPage(context, inFeed, found, words, query, page)
  })

  serve('GET /api/search/counts', async ({ request, member, query }) => {
    const words = cutQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return NOTHING
    const [hidden] = await Promise.all([hiddenFrom(member), indexer.catchUp()])
    return searching.for(request, member).countEntries(words, { ...query, author }, hidden)
  })

  serve('GET /api/profile/counts', async ({ request, query }) => {
    await indexer.catchUp()
    return searching.for(request).countPeople(query)
  })

  serve('GET /api/skills', async ({ query: { prefix } }) => {
    await indexer.catchUp()
    return listSkills(db.kysely, prefix)
  })
}
