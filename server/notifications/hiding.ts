import { type RawBuilder, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { addToCounts } from './take-back.ts'
import { notificationsTopic } from './tell.ts'

// What moderators hide is neither shown nor counted in notifications, and is there again when it is back. Both are
// called in the transaction that hides the entry itself.

/** Hides or shows what people were told of on these posts, except that one was removed. */
export async function settleEntriesOn(trx: Queryable, postIds: string[], hide: boolean): Promise<void> {
  if (postIds.length === 0) return
  const { rows } = await sql<{ user_id: string }>`
    update notifications set hidden = ${sql.lit(hide ? 1 : 0)}
    where post_id in (${sql.join(postIds)}) and kind <> 'moderation' and hidden = ${sql.lit(hide ? 0 : 1)}
    returning user_id`.execute(trx)
  await recordChanges(trx, ...new Set(rows.map(({ user_id }) => notificationsTopic(user_id))))
}

/** Gives these acts the state of what they were done by: 0 if it is shown. */
export async function settleActs(trx: Queryable, which: RawBuilder<unknown>, hidden: number): Promise<void> {
  const isToChange = sql.raw(hidden === 0 ? 'hidden <> 0' : 'hidden = 0')
  const { rows } = await sql<{ user_id: string; notification_id: string }>`
    update notification_acts set hidden = ${sql.lit(hidden)} where ${which} and ${isToChange}
    returning user_id, notification_id`.execute(trx)
  await addToCounts(trx, rows, hidden === 0 ? 1 : -1)
  await recordChanges(trx, ...new Set(rows.map(({ user_id }) => notificationsTopic(user_id))))
}
