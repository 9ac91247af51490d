import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '../../../contract/notifications.ts'
import { BATCH } from '../../database/batches.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { notificationsChanged } from '../topics.ts'

// Notifications without events are deleted, so that the next event starts a new one.

export function isEvent(kind: NotificationKind, actor: string, subject: string): RawBuilder<unknown> {
  return sql`actor_id = ${actor} and subject_id = ${subject} and kind = ${sql.lit(kind)}`
}

type OfNotification = { user_id: string; notification_id: string }
type EventRow = OfNotification & { hidden: number }

export async function retractFrom(trx: Queryable, recipient: string, which: RawBuilder<unknown>) {
  const { rows } = await sql<EventRow>`
    delete from notification_events where user_id = ${recipient} and ${which}
    returning user_id, notification_id, hidden`.execute(trx)
  await uncount(trx, rows)
}

type Event = { kind: NotificationKind; actor: string; subject: string }

export async function retractEvent(trx: Queryable, recipient: string, event: Event): Promise<void> {
  await retractFrom(trx, recipient, isEvent(event.kind, event.actor, event.subject))
}

export async function retract(trx: Queryable, which: RawBuilder<unknown>): Promise<{ done: boolean }> {
  // On Citus, the read may visit all shards, but the write only those of the recipients.
  const { rows: events } = await sql<{ user_id: string; id: string }>`
    select user_id, id from notification_events where ${which} limit ${sql.lit(BATCH)}`.execute(trx)
  if (events.length === 0) return { done: true }
  const recipients = [...new Set(events.map(({ user_id }) => user_id))]
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<EventRow>`
    delete from notification_events
    where ${which} and ${isOneOf(trx, 'user_id', recipients)} and ${isOneOf(trx, 'id', ids)}
    returning user_id, notification_id, hidden`.execute(trx)
  await uncount(trx, rows)
  return { done: events.length < BATCH }
}

export function retractComment(trx: Queryable, id: string): Promise<{ done: boolean }> {
  return retract(trx, sql`comment_id = ${id}`)
}

async function uncount(trx: Queryable, events: EventRow[]): Promise<void> {
  const visible = events.filter(({ hidden }) => hidden === 0)
  await addToCounts(trx, visible, -1)
  for (const { user_id, notification_id } of notificationsOf(events)) {
    await deleteIfEmpty(trx, user_id, notification_id)
  }
  notificationsChanged(trx, events)
}

async function deleteIfEmpty(trx: Queryable, userId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('count', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_events')
            .select('id')
            .where('user_id', '=', userId)
            .where('notification_id', '=', id),
        ),
      ),
    )
    .execute()
}

export async function addToCounts(trx: Queryable, events: OfNotification[], sign: 1 | -1): Promise<void> {
  for (const { user_id, notification_id, count } of notificationsOf(events)) {
    await trx
      .updateTable('notifications')
      .set({ count: sql`count + ${sign * count}` })
      .where('user_id', '=', user_id)
      .where('id', '=', notification_id)
      .execute()
  }
}

function notificationsOf(events: OfNotification[]): (OfNotification & { count: number })[] {
  const byId = Map.groupBy(events, ({ user_id, notification_id }) => `${user_id} ${notification_id}`)
  return [...byId.keys()].sort().flatMap((key) => {
    const [first, ...more] = byId.get(key) ?? []
    return first ? { ...first, count: 1 + more.length } : []
  })
}

type Deletion = { done: boolean; deleted: number }

export async function deleteNotifications(trx: Queryable, which: RawBuilder<unknown>): Promise<Deletion> {
  const { rows } = await sql<{ user_id: string; id: string }>`
    select user_id, id from notifications where ${which} limit ${sql.lit(BATCH)}`.execute(trx)
  notificationsChanged(trx, rows)
  let deleted = 0
  for (const [userId, notifications] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const ids = notifications.map(({ id }) => id)
    const isEventOfThem = sql`user_id = ${userId} and ${isOneOf(trx, 'notification_id', ids)}`
    const { numAffectedRows = 0n } = await sql`
      delete from notification_events where ${isEventOfThem} and id in (
        select id from notification_events where ${isEventOfThem} limit ${sql.lit(BATCH)}
      )`.execute(trx)
    deleted += Number(numAffectedRows)
    if (deleted >= BATCH) return { done: false, deleted }
    await sql`delete from notifications where user_id = ${userId} and ${isOneOf(trx, 'id', ids)}`.execute(trx)
    deleted += notifications.length
  }
  return { done: rows.length < BATCH, deleted }
}

export function deleteNotificationsOn(trx: Queryable, postIds: string[]): Promise<Deletion> {
  return deleteNotifications(trx, isOneOf(trx, 'post_id', postIds))
}

export async function retractRemoval(trx: Queryable, author: string, subjectId: string): Promise<void> {
  const isAboutRemoval = sql`user_id = ${author} and kind = 'moderation' and subject_id = ${subjectId}`
  await deleteNotifications(trx, isAboutRemoval)
}
