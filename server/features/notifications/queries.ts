import { sql } from 'kysely'
import { BATCH } from '../../database/batches.ts'
import type { Queryable } from '../../database/database.ts'
import { jsonRows } from '../../database/expressions.ts'
import { LAST_ID } from '../../ids.ts'
import type { Page } from '../../platform/http/paging.ts'
import { notificationsChanged } from '../topics.ts'
import { NOTIFICATION_IS_VISIBLE as IS_VISIBLE, visibleNotifications } from '../visibility.ts'

const EVENTS_READ = 10

export type NewestEvent = {
  id: string
  comment_id: string | null
  actor_id: string
  name: string
  handle: string | null
  avatar_hash: string
  suspended_until: number | null
}

export function newestNotifications(db: Queryable, userId: string) {
  return visibleNotifications(db, userId)
    .select(['id', 'position', 'kind', 'post_id', 'comment_id', 'reason', 'count', 'read'])
    .select(newestEvents(db, userId).as('events'))
    .orderBy('position', 'desc')
}

function newestEvents(db: Queryable, userId: string) {
  return jsonRows(
    db,
    db
      .selectFrom('notification_events as events')
      .innerJoin('users', 'users.id', 'events.actor_id')
      .select(['events.id', 'events.comment_id', 'events.actor_id'])
      .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.suspended_until'])
      .where('events.user_id', '=', userId)
      .where('events.notification_id', '=', sql<string>`notifications.id`)
      .where('events.hidden', '=', 0)
      .orderBy('events.id', 'desc')
      .limit(sql.lit(EVENTS_READ)),
  )
}

export function listNotifications(db: Queryable, userId: string, { limit, before = LAST_ID }: Page) {
  return newestNotifications(db, userId)
    .where('position', '<', before)
    .limit(limit + 1)
    .execute()
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

export async function markRead(
  trx: Queryable,
  userId: string,
  postId: string | undefined,
): Promise<{ done: boolean }> {
  const isUnread = sql`user_id = ${userId} and read = 0 ${postId ? sql`and post_id = ${postId}` : sql``}`
  const { numAffectedRows = 0n } = await sql`
    update notifications set read = 1 where ${isUnread} and ${IS_VISIBLE} and id in (
      select id from notifications where ${isUnread} and ${IS_VISIBLE} limit ${sql.lit(BATCH)}
    )`.execute(trx)
  if (numAffectedRows > 0n) notificationsChanged(trx, [{ user_id: userId }])
  if (numAffectedRows >= BATCH) return { done: false }
  await sql`delete from notifications where ${isUnread} and count = 0 and not exists (
    select 1 from notification_events as events
    where events.user_id = ${userId} and events.notification_id = notifications.id
  )`.execute(trx)
  return { done: true }
}
