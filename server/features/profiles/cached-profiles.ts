import { Profile } from '../../../contract/profiles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { type CachedResponse, toJson } from '../../platform/cache/cached-response.ts'
import {
  contentOf,
  idsOfPage,
  type Listed,
  type Page,
  type PageContent,
  pageKey,
  renderPage,
} from '../../platform/http/paging.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { topicOf } from '../topics.ts'
import {
  findProfiles,
  findSizesOfProfiles,
  type LoadedProfile,
  listProfiles,
  PROFILE_NOT_FOUND,
} from './queries.ts'

const topicsOfProfile = ({ user, people }: LoadedProfile): string[] => [
  topicOf.profile(user._id),
  ...people.map(topicOf.person),
]

export async function requireCachedProfile(
  { db, cache, settings }: Context,
  userId: string,
  missing = PROFILE_NOT_FOUND,
): Promise<CachedResponse> {
  const response = await cache.response(`profile ${userId}`, async () => {
    const profile = (await findProfiles(db.kysely, settings, [userId])).get(userId)
    return profile && { body: toJson(Profile, profile), topics: topicsOfProfile(profile) }
  })
  return requireFound(response, missing)
}

export async function findPageOfProfiles(
  db: Queryable,
  settings: Settings,
  rows: Listed[],
  limit: number,
): Promise<PageContent<LoadedProfile> & { topics: string[] }> {
  const listed = rows.slice(0, limit).map(({ id }) => id)
  const ids = await idsOfPage(listed, (all) => findSizesOfProfiles(db, all))
  const profiles = await findProfiles(db, settings, ids)
  const topics = [...ids.map(topicOf.profile), ...[...profiles.values()].flatMap(topicsOfProfile)]
  return { ...contentOf(rows, ids, profiles), topics }
}

export function cachedProfileList({ db, cache, settings }: Context, page: Page) {
  const path = '/api/profile'
  return cache.response(pageKey(path, page), async () => {
    const rows = await listProfiles(db.kysely, page)
    const profiles = await findPageOfProfiles(db.kysely, settings, rows, page.limit)
    return {
      ...renderPage(Profile, profiles, path, page.limit),
      topics: [topicOf.profiles(), ...profiles.topics],
    }
  })
}
