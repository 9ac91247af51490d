import { Collection } from '../answers/collection.ts'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { blockersTopic, findBlockers } from './queries.ts'

const NOBODY: ReadonlySet<string> = new Set()
const BYTES_EACH = 100

/** Finds who has blocked a user: hardly ever anyone, so it is cached and costs a write next to nothing. */
export function blockersFinder({ db, answers }: Context): (userId: string) => Awaitable<ReadonlySet<string>> {
  const blockers = new Collection<ReadonlySet<string>>(answers)
  return (userId) => {
    const loaded = blockers.load(userId, async () => {
      const value = new Set(await findBlockers(db.kysely, userId))
      return { value, bytes: BYTES_EACH * (1 + value.size), topics: [blockersTopic(userId)] }
    })
    return mapAwaitable(loaded, (entry) => entry?.value ?? NOBODY)
  }
}
