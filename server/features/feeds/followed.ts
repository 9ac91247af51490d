import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { findFollowedIds, findFollowedTags } from './follows/queries.ts'

export type Followed = { people: string[]; tags: string[] }

/** Finds whom and what a member follows. */
export function followedFinder({ db, cache }: Context): (userId: string) => Promise<Followed> {
  return lookup(cache, {
    load: async (userId) => ({
      people: await findFollowedIds(db.kysely, userId),
      tags: await findFollowedTags(db.kysely, userId),
    }),
    dependsOn: (userId) => [topicOf.follows(userId)],
  })
}
