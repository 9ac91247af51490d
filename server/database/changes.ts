import type { Database, Queryable } from './database.ts'

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

export async function recordChanges(trx: Queryable, ...topics: Topic[]): Promise<void> {
  const at = Date.now()
  const rows = topics.map((topic) => ({ topic, at }))
  await trx.insertInto('changes').values(rows).execute()
}

/** A cache that has not looked for this long starts over, so older changes can go. */
export const CHANGES_REMEMBERED = 10 * 60_000

export async function forgetOldChanges(db: Database): Promise<void> {
  // Twice as long, so that no clock and no slow transaction can make a cache miss one.
  const before = Date.now() - 2 * CHANGES_REMEMBERED
  await db.transaction((trx) => trx.deleteFrom('changes').where('at', '<', before).execute())
}
