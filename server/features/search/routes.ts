import { mayCall } from '../../../contract/access.ts'
import { Profile } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { pageResponse } from '../../platform/http/paging.ts'
import { requireAccess } from '../../platform/http/require-access.ts'
import { findMuted } from '../accounts/blocks/queries.ts'
import { findPageOfProfiles } from '../profiles/cached-profiles.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import { termsOfDocuments, termsOfPeople } from './filter-words.ts'
import { hitsPage, searchPath } from './hits.ts'
import { forgetSkills, listSkills } from './people-index.ts'
import type { Search } from './search-pool.ts'
import { tokenizeQuery } from './tokenizer.ts'

export function peopleSearch({ db, settings }: Context, search: Search): SearchPeople {
  return async (request, filters, page, { path, hidden }) => {
    const terms = termsOfPeople(filters)
    const atMost = { ...page, limit: page.limit + 1 }
    const rows = terms ? await search(request, 'findPeople', terms, hidden, atMost) : []
    const profiles = await findPageOfProfiles(db.kysely, settings, rows, page.limit)
    return pageResponse(Profile, profiles, path, page.limit)
  }
}

type Parts = { search: Search; searchPeople: SearchPeople }

export function searchRoutes(serve: Serve, context: Context, { search, searchPeople }: Parts): void {
  const { db, accountDeletionSteps } = context
  accountDeletionSteps.push(forgetSkills)

  /** The page leaves out muted people, as in all lists. */
  const hiddenFrom = async (member: Member | undefined) =>
    member ? findMuted(db.kysely, 'blocks', member.id) : []

  serve('GET /api/search', async ({ request, member, query, page }) => {
    if (query.in === 'people' || query.author !== null) requireAccess(request, 'profile-reader')
    if (query.in === 'people') {
      const hidden = await hiddenFrom(member)
      return searchPeople(request, query, page, { path: searchPath(query), hidden })
    }
    const words = tokenizeQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return []
    const terms = [...words, ...termsOfDocuments({ ...query, author })]
    const filter = { author, solved: query.solved, hiddenAuthors: await hiddenFrom(member) }
    const name = query.sort === 'best' ? 'findBest' : 'findNewest'
    const hits = await search(request, name, terms, filter, { ...page, limit: page.limit + 1 })
    return hitsPage(context, { hits, words, query, page })
  })

  serve('GET /api/search/counts', async ({ request, member, query }) => {
    if (query.author !== null) requireAccess(request, 'profile-reader')
    const author = query.author === null ? null : asId(query.author)
    const words = author === undefined ? [] : tokenizeQuery(query.q)
    const filters = { ...query, author: author ?? null }
    const counts = await search(request, 'countDocuments', words, filters, await hiddenFrom(member))
    return mayCall('profile-reader', request.caller) ? counts : { ...counts, authors: [] }
  })

  serve('GET /api/profile/counts', ({ request, query }) => search(request, 'countPeople', query))

  serve('GET /api/skills', async ({ query: { prefix } }) => listSkills(db.kysely, prefix))
}
