import { type RawBuilder, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { actOf, addToCounts } from './take-back.ts'
import { notificationsTopic } from './tell.ts'

// What moderators hide is neither shown nor counted in notifications, and is there again when it is back. Both are
// called in the transaction that hides the entry itself.

/** Hides or shows the notifications about these posts, except those that say that a moderator removed something. */
export async function settleEntriesOn(trx: Queryable, postIds: string[], hide: boolean): Promise<void> {
  if (postIds.length === 0) return
  const { rows } = await sql<{ user_id: string }>`
    update notifications set hidden = ${sql.lit(hide ? 1 : 0)}
    where post_id in (${sql.join(postIds)}) and kind <> 'moderation' and hidden = ${sql.lit(hide ? 0 : 1)}
    returning user_id`.execute(trx)
  await recordChanges(trx, ...new Set(rows.map(({ user_id }) => notificationsTopic(user_id))))
}

/** The text that mentioned someone does not do so any more. Only another edit of that text changes this. */
const EDITED_AWAY = -1

/** Hides or shows acts together with the comments or likes that they are about; `hidden` is 0 if these are shown. */
export function settleActs(trx: Queryable, which: RawBuilder<unknown>, hidden: number): Promise<void> {
  return changeActs(trx, which, hidden === 0 ? 'hidden > 0' : 'hidden = 0', hidden)
}

/** People who were told of a mention that an edit has taken out of a text, or put back. */
export type ChangedMentions = { by: string; subject: string; gone: string[]; back: string[] }

/** Whoever is mentioned again finds the old notification, as they left it, instead of being told twice. */
export async function settleMentions(
  trx: Queryable,
  { by, subject, gone, back }: ChangedMentions,
): Promise<void> {
  const of = (people: string[]) => sql`user_id in (${sql.join(people)}) and ${actOf('mention', by, subject)}`
  if (gone.length > 0) await changeActs(trx, of(gone), 'hidden = 0', EDITED_AWAY)
  if (back.length > 0) await changeActs(trx, of(back), `hidden = ${EDITED_AWAY}`, 0)
}

async function changeActs(
  trx: Queryable,
  which: RawBuilder<unknown>,
  isToChange: string,
  hidden: number,
): Promise<void> {
  const { rows } = await sql<{ user_id: string; notification_id: string }>`
    update notification_acts set hidden = ${sql.lit(hidden)} where ${which} and ${sql.raw(isToChange)}
    returning user_id, notification_id`.execute(trx)
  await addToCounts(trx, rows, hidden === 0 ? 1 : -1)
  await recordChanges(trx, ...new Set(rows.map(({ user_id }) => notificationsTopic(user_id))))
}
