import type { Context } from '../../../context.ts'
import { topicOf } from '../../../database/changes/topics.ts'
import { lookup } from '../../../platform/cache/lookup.ts'
import { findBlockers } from './queries.ts'

/** Finds who has blocked a user: hardly ever anyone, so it is cached and costs a write next to nothing. */
export function blockersFinder({ db, cache }: Context): (userId: string) => Promise<ReadonlySet<string>> {
  return lookup(cache, {
    load: async (userId) => new Set(await findBlockers(db.kysely, userId)),
    dependsOn: (userId) => [topicOf.mutesOf(userId)],
  })
}
