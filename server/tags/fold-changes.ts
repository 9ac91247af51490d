import { sql } from 'kysely'
import { inBatches } from '../database/batches.ts'
import type { Database, Queryable } from '../database/database.ts'
import { holdLock } from '../database/named-lock.ts'

/** They take as long as a usual batch of larger rows. */
const CHANGES_AT_ONCE = 1_000

/** Adds the changes that transactions have left to the counts, so that they remain few. */
export async function foldChanges(db: Database): Promise<void> {
  const isLeft = await db.kysely.selectFrom('tag_changes').select('id').limit(1).executeTakeFirst()
  if (!isLeft) return
  await inBatches(async () => ({ done: (await db.transaction(foldBatch)) < CHANGES_AT_ONCE }))
}

async function foldBatch(trx: Queryable): Promise<number> {
  // Two processes that fold the same tags in another order would deadlock.
  await holdLock(trx, 'tag changes')
  const { rows } = await sql<{ tag: string; change: number }>`
    delete from tag_changes where (tag, id) in (
      select tag, id from tag_changes limit ${sql.lit(CHANGES_AT_ONCE)}
    ) returning tag, change`.execute(trx)
  const sums = new Map<string, number>()
  for (const { tag, change } of rows) sums.set(tag, (sums.get(tag) ?? 0) + change)
  const counts = [...sums].flatMap(([tag, count]) => (count === 0 ? [] : { tag, count }))
  if (counts.length === 0) return rows.length
  await trx
    .insertInto('tags')
    .values(counts)
    .onConflict((conflict) =>
      conflict.column('tag').doUpdateSet({ count: sql<number>`tags.count + excluded.count` }),
    )
    .execute()
  const tags = counts.map(({ tag }) => tag)
  await trx.deleteFrom('tags').where('tag', 'in', tags).where('count', '=', 0).execute()
  return rows.length
}
