import { sql } from 'kysely'
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

// So few at a time that nobody waits for it.
const BATCH = 1_000

/** Goes through the changes in their own order, which is that of time; on SQLite the last one always stays. */
export async function forgetOldChanges(db: Database): Promise<void> {
  // Twice as long, so that no clock and no slow transaction can make a cache miss one.
  const before = Date.now() - 2 * CHANGES_REMEMBERED
  while (await forgetBatch(db, before));
}

async function forgetBatch(db: Database, before: number): Promise<boolean> {
  const order = sql.ref(db.engine === 'sqlite' ? 'position' : 'xid')
  const { rows } = await sql<{ place: string | number; at: number }>`
    select ${order} as place, at from changes order by ${order} limit 1 offset ${BATCH}`.execute(db.kysely)
  const [end] = rows
  if (!end || end.at >= before) return false
  // One transaction may have noted more than a batch, all under its one number.
  const upTo = sql.raw(db.engine === 'sqlite' ? '<' : '<=')
  await db.transaction((trx) => sql`delete from changes where ${order} ${upTo} ${end.place}`.execute(trx))
  return true
}
