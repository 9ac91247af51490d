import { sql } from 'kysely'
import { UNREAD_COUNTED } from '../../../contract/limits.ts'
import { BATCH } from '../../database/batches.ts'
import { notificationsChanged } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { jsonList, jsonRow } from '../../database/expressions.ts'
import { prepare } from '../../database/prepared.ts'
import type { Page } from '../../platform/cache/list.ts'

// Written out, because partial indexes are only used for constants.
const isShown = sql<boolean>`notifications.hidden = 0 and notifications.count > 0`

// More than are named: several of the newest acts may be by the same person.
const ACTS_READ = 10

function shownEntries(db: Queryable, userId: string) {
  return db
    .selectFrom('notifications')
    .select(['id', 'position', 'kind', 'post_id', 'comment_id', 'reason', 'count', 'read'])
    .select(newestActs(db, userId).as('acts'))
    .where('user_id', '=', userId)
    .where(isShown)
    .orderBy('position', 'desc')
}

/** The newest acts of an entry, with who did them, as a JSON list of rows. */
function newestActs(db: Queryable, userId: string) {
  const columns = ['id', 'comment_id', 'actor_id', 'name', 'handle', 'avatar_hash', 'suspended_until']
  const newest = columns.map((name) => sql.ref(`newest.${name}`))
  return sql<string | null>`(
    select cast(${jsonList(db, jsonRow(db, newest))} as text)
    from (
      select acts.id, acts.comment_id, acts.actor_id, users.name, users.handle, users.avatar_hash,
        users.suspended_until
      from notification_events as acts join users on users.id = acts.actor_id
      where acts.user_id = ${userId} and acts.notification_id = notifications.id and acts.hidden = 0
      order by acts.id desc limit ${sql.lit(ACTS_READ)}
    ) as newest
  )`
}

const firstEntries = prepare((db, userId: string, limit: number) => shownEntries(db, userId).limit(limit))
const entriesBefore = prepare((db, userId: string, before: string, limit: number) =>
  shownEntries(db, userId).where('position', '<', before).limit(limit),
)

/** The entries on a page, and one more to tell whether there is a next page. */
export async function listNotifications(db: Queryable, userId: string, { limit, before }: Page) {
  const { rows } = await (before
    ? entriesBefore(db, userId, before, limit + 1)
    : firstEntries(db, userId, limit + 1))
  return rows
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

type ShownEntries = ReturnType<typeof shownEntries>

/** Those that a further condition holds for, newest first. */
export function findNotifications(
  db: Queryable,
  userId: string,
  narrow: (entries: ShownEntries) => ShownEntries,
): Promise<NotificationRow[]> {
  return narrow(shownEntries(db, userId)).execute()
}

const unreadEntries = prepare((db, userId: string) =>
  db
    .selectFrom(
      db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', userId)
        .where(sql<boolean>`read = 0`)
        .where(isShown)
        .limit(UNREAD_COUNTED)
        .as('unread'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
)

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { rows } = await unreadEntries(db, userId)
  return Number(rows[0]?.count ?? 0)
}

/** Marks a batch as read, of all or of one post. In the end, entries of which nothing is left are deleted. */
export async function markRead(
  trx: Queryable,
  userId: string,
  postId: string | undefined,
): Promise<{ done: boolean }> {
  const isUnread = sql`user_id = ${userId} and read = 0 ${postId ? sql`and post_id = ${postId}` : sql``}`
  const { numAffectedRows = 0n } = await sql`
    update notifications set read = 1 where ${isUnread} and ${isShown} and id in (
      select id from notifications where ${isUnread} and ${isShown} limit ${sql.lit(BATCH)}
    )`.execute(trx)
  if (numAffectedRows > 0n) await notificationsChanged(trx, [{ user_id: userId }])
  if (numAffectedRows >= BATCH) return { done: false }
  await sql`delete from notifications where ${isUnread} and count = 0 and not exists (
    select 1 from notification_events as acts
    where acts.user_id = ${userId} and acts.notification_id = notifications.id
  )`.execute(trx)
  return { done: true }
}
