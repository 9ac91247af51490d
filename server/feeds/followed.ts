import { Collection } from '../answers/collection.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { findFollowedIds, findFollowedTags, followsTopic } from '../follows/queries.ts'

export type Followed = { people: string[]; tags: string[] }

const NOBODY: Followed = { people: [], tags: [] }
const BYTES_EACH = 100

/** Finds whom and what a member follows. */
export function followedFinder({ db, answers }: Context): (userId: string) => Awaitable<Followed> {
  const followed = new Collection<Followed>(answers)

  return (userId) => {
    const loaded = followed.load(userId, async () => {
      const people = await findFollowedIds(db.kysely, userId)
      const tags = await findFollowedTags(db.kysely, userId)
      const bytes = (people.length + tags.length) * BYTES_EACH
      return { value: { people, tags }, bytes, topics: [followsTopic(userId)] }
    })
    return mapAwaitable(loaded, (entry) => entry?.value ?? NOBODY)
  }
}
