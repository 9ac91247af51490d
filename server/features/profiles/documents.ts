import { Profile } from '../../../contract/profiles.ts'
import { topicOf } from '../../database/changes/topics.ts'
import type { Database } from '../../database/database.ts'
import { document } from '../../platform/cache/document.ts'
import { list } from '../../platform/cache/list.ts'
import type { ResponseCache } from '../../platform/cache/response-cache.ts'
import { splitPage } from '../../platform/http/paging.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { findProfiles, type LoadedProfile, listProfiles, usersOnOnePage } from './queries.ts'

export type ProfileDocuments = ReturnType<typeof profileDocuments>

export function profileDocuments(db: Database, cache: ResponseCache, settings: Settings) {
  const profile = document<typeof Profile, LoadedProfile>(cache, {
    schema: Profile,
    topic: topicOf.profile,
    load: (userIds) =>
      db.snapshot(async (trx) => findProfiles(trx, settings, await usersOnOnePage(trx, userIds))),
    dependsOn: ({ people }) => people.map(topicOf.person),
  })

  const profiles = list(cache, {
    of: profile,
    path: () => '/api/profile',
    topic: topicOf.profiles,
    async keys(_query: undefined, page) {
      const { shown, isLast } = splitPage(await listProfiles(db.kysely, page), page)
      return { keys: shown.map(({ id, user_id }) => ({ id: user_id, position: id })), isLast }
    },
  })

  return { profile, profiles }
}
