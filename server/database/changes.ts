import type { Database, Queryable } from './database.ts'
import { prepare } from './prepared.ts'

/**
 * What a cached answer was made from. Every transaction that changes one of these says so in the
 * same commit, and every process reads what it has not seen before it trusts its cache.
 */
export type Topic =
  | 'all'
  | 'posts'
  | `post:${string}`
  | 'profiles'
  | `profile:${string}`
  | `session:${string}`
  | `user:${string}`

const insertChange = prepare((db, topic: string, at: number) =>
  db.insertInto('changes').values({ topic, at }),
)

export async function recordChanges(trx: Queryable, ...topics: Topic[]): Promise<void> {
  const at = Date.now()
  for (const topic of topics) await insertChange(trx, topic, at)
}

/** A cache that has not looked for this long starts over, so older changes can go. */
export const CHANGES_REMEMBERED = 10 * 60_000

export async function forgetOldChanges(db: Database): Promise<void> {
  // Twice as long, so that no clock and no slow transaction can make a cache miss one.
  const before = Date.now() - 2 * CHANGES_REMEMBERED
  await db.transaction((trx) => trx.deleteFrom('changes').where('at', '<', before).execute())
}
