import type { FastifyRequest } from 'fastify'
import { mayCall } from '../../../contract/access.ts'
import type { PeopleFilters } from '../../../contract/fields/search-filters.ts'
import { Profile } from '../../../contract/profiles.ts'
import type { App } from '../../context.ts'
import { asId } from '../../ids.ts'
import { type Member, requireAccess } from '../../platform/http/caller.ts'
import { type Page, pageResponse, pathWith } from '../../platform/http/paging.ts'
import { findMuted } from '../accounts/blocks/queries.ts'
import { cachedProfileList, findPageOfProfiles } from '../profiles/cached-profiles.ts'
import { queueCommentsInBackground } from '../search-queue.ts'
import { termsOfDocuments, termsOfPeople } from './filter-words.ts'
import { hitsPage, searchPath } from './hits.ts'
import { indexChanges } from './indexer.ts'
import { forgetSkills, listSkills } from './people-index.ts'
import { openSearchPool, type Search } from './search-pool.ts'
import { tokenizeQuery } from './tokenizer.ts'

export function addSearch({ serve, server, context }: App): Search {
  const { db, settings, jobs, accountDeletionSteps } = context
  const { search, close } = openSearchPool(db)
  server.addHook('onClose', close)
  jobs.onPoll(() => indexChanges(db))
  queueCommentsInBackground(context)
  accountDeletionSteps.push(forgetSkills)

  const searchPeople = async (
    request: FastifyRequest,
    filters: PeopleFilters,
    page: Page,
    { path, hidden }: { path: string; hidden: string[] },
  ) => {
    const terms = termsOfPeople(filters)
    const atMost = { ...page, limit: page.limit + 1 }
    const rows = terms ? await search(request, 'findPeople', terms, hidden, atMost) : []
    const profiles = await findPageOfProfiles(db.kysely, settings, rows, page.limit)
    return pageResponse(Profile, profiles, path, page.limit)
  }

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

  serve('GET /api/profile', async ({ request, query, page }) => {
    const { limit: _limit, cursor: _cursor, ...filters } = query
    const isFiltered = Object.values(filters)
      .flat()
      .some((value) => value !== null)
    if (!isFiltered) return cachedProfileList(context, page)
    return searchPeople(request, filters, page, { path: pathWith('/api/profile', filters), hidden: [] })
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

  return search
}
