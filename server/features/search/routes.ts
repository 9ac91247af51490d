import { Profile } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { pageResponse } from '../../platform/http/paging.ts'
import { findMuted } from '../accounts/blocks/queries.ts'
import { findPageOfProfiles } from '../profiles/cached-profiles.ts'
import type { SearchPeople } from '../profiles/filters.ts'
import { termsOfDocuments, termsOfPeople } from './filter-words.ts'
import { hitsPage, searchPath } from './hits.ts'
import { forgetSkills, listSkills } from './people-index.ts'
import type { RunSearch } from './search-pool.ts'
import { tokenizeQuery } from './tokenizer.ts'

export function peopleSearch({ db, settings }: Context, search: RunSearch): SearchPeople {
  return async (filters, page, { path, hidden }) => {
    const terms = termsOfPeople(filters)
    const rows = terms ? await search('findPeople', terms, hidden, { ...page, limit: page.limit + 1 }) : []
    const profiles = await findPageOfProfiles(db.kysely, settings, rows, page.limit)
    return pageResponse(Profile, profiles, path, page.limit)
  }
}

type Parts = { search: RunSearch; searchPeople: SearchPeople }

export function searchRoutes(serve: Serve, context: Context, { search, searchPeople }: Parts): void {
  const { db, accountDeletionSteps } = context
  accountDeletionSteps.push(forgetSkills)

  /** The page leaves out muted people, as in all lists. */
  const hiddenFrom = async (member: Member | undefined) =>
    member ? findMuted(db.kysely, 'blocks', member.id) : []

  serve('GET /api/search', async ({ member, query, page }) => {
    if (query.in === 'people') {
      const hidden = await hiddenFrom(member)
      return searchPeople(query, page, { path: searchPath(query), hidden })
    }
    const words = tokenizeQuery(query.q)
    const author = query.author === null ? null : asId(query.author)
    if (words.length === 0 || author === undefined) return []
    const terms = [...words, ...termsOfDocuments({ ...query, author })]
    const filter = { author, solved: query.solved, hiddenAuthors: await hiddenFrom(member) }
    const name = query.sort === 'best' ? 'findBest' : 'findNewest'
    const hits = await search(name, terms, filter, { ...page, limit: page.limit + 1 })
    return hitsPage(context, { hits, words, query, page })
  })

  serve('GET /api/search/counts', async ({ member, query }) => {
    const author = query.author === null ? null : asId(query.author)
    const words = author === undefined ? [] : tokenizeQuery(query.q)
    return search('countDocuments', words, { ...query, author: author ?? null }, await hiddenFrom(member))
  })

  serve('GET /api/profile/counts', async ({ query }) => search('countPeople', query))

  serve('GET /api/skills', async ({ query: { prefix } }) => listSkills(db.kysely, prefix))
}
