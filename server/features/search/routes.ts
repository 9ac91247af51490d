import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Document } from '../../platform/cache/document.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { findSilenced } from '../accounts/blocks/queries.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import { termsOfDocuments } from './filter-words.ts'
import { hitsPage } from './hits.ts'
import type { Indexer } from './indexer.ts'
import { searchPath } from './path.ts'
import { forgetSkills } from './people-index.ts'
import type { Searches } from './searches.ts'
import { listSkills } from './skills.ts'
import { tokenizeQuery } from './tokenizer.ts'

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
    searches,
    searchPeople,
    inFeed,
  }: { indexer: Indexer; searches: Searches; searchPeople: SearchPeople; inFeed: Document },
): void {
  const { db, accountParts } = context
  accountParts.push(forgetSkills)

  /** The people that a member has blocked. Those who are muted are left out by the page, as in all lists. */
  const hiddenFrom = async (member: Member | undefined): Promise<string[]> => {
    if (!member) return []
    return (await findSilenced(db.kysely, 'blocks', [member.id])).get(member.id) ?? []
  }

  serve('GET /api/search', async ({ member, query, page }) => {
    if (query.in === 'people') {
      const hidden = await hiddenFrom(member)
      return searchPeople(query, page, { path: searchPath(query), hidden })
    }
    const words = tokenizeQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return new HttpResponse('[]')
    const [hidden] = await Promise.all([hiddenFrom(member), indexer.catchUp()])
    const terms = [...words, ...termsOfDocuments({ ...query, author })]
    const filter = { author, solved: query.solved, hiddenAuthors: hidden }
    const onePastPage = { ...page, limit: page.limit + 1 }
    const found =
      query.sort === 'best'
        ? await searches.findBest(terms, filter, onePastPage)
        : await searches.findNewest(terms, filter, onePastPage)
    return hitsPage(context, inFeed, found, words, query, page)
  })

  serve('GET /api/search/counts', async ({ member, query }) => {
    const words = tokenizeQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return NOTHING
    const [hidden] = await Promise.all([hiddenFrom(member), indexer.catchUp()])
    return searches.countDocuments(words, { ...query, author }, hidden)
  })

  serve('GET /api/profile/counts', async ({ query }) => {
    await indexer.catchUp()
    return searches.countPeople(query)
  })

  serve('GET /api/skills', async ({ query: { prefix } }) => {
    await indexer.catchUp()
    return listSkills(db.kysely, prefix)
  })
}
