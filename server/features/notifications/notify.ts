import { sql } from 'kysely'
import type { NotificationKind } from '../../../contract/notifications.ts'
import type { Queryable } from '../../database/database.ts'
import { FIRST_ID, newId } from '../../ids.ts'
import { insertJob } from '../../platform/jobs/queries.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { findMutersAmong } from '../accounts/blocks/queries.ts'
import { notificationsChanged } from '../topics.ts'
import { findPreferences } from './mail-preferences.ts'

export const MAIL_JOB = 'mail a notification'
export type MailJob = { userId: string; id: string }

const REGISTRATIONS = FIRST_ID

export type NotificationEvent = {
  recipient: string
  kind: NotificationKind
  /** Events of a kind on the same subject join an unread notification. */
  subject: string
  post: string | null
  comment: string | null
  actor: string
}

/** All events have the same actor. The first event of a recipient counts. */
export async function notify(trx: Queryable, settings: Settings, events: NotificationEvent[]): Promise<void> {
  const accepted = await withoutMuted(trx, events)
  // In a fixed order against deadlocks.
  accepted.sort((a, b) => (a.recipient < b.recipient ? -1 : 1))
  for (const event of accepted) await addEvent(trx, settings, event)
  notificationsChanged(
    trx,
    accepted.map(({ recipient }) => ({ user_id: recipient })),
  )
}

async function withoutMuted(trx: Queryable, events: NotificationEvent[]): Promise<NotificationEvent[]> {
  const candidates = events.filter(
    ({ recipient, actor }, index) =>
      recipient !== actor && events.findIndex((first) => first.recipient === recipient) === index,
  )
  const [first] = candidates
  if (!first) return []
  const recipients = candidates.map(({ recipient }) => recipient)
  const muters = await findMutersAmong(trx, recipients, first.actor)
  return candidates.filter(({ recipient }) => !muters.has(recipient))
}

async function addEvent(trx: Queryable, { smtpUrl }: Settings, event: NotificationEvent): Promise<void> {
  const { recipient, kind } = event
  const id = newId()
  const notificationId = await upsertUnread(trx, id, event)
  await insertEvent(trx, id, notificationId, event)
  if (smtpUrl === undefined || notificationId !== id) return
  const preferences = await findPreferences(trx, recipient)
  if (preferences[kind] === 'at-once') {
    await insertJob(trx, MAIL_JOB, { userId: recipient, id } satisfies MailJob)
  }
}

async function upsertUnread(
  trx: Queryable,
  id: string,
  { recipient, kind, subject, post }: Omit<NotificationEvent, 'actor' | 'comment'>,
): Promise<string> {
  const unread = await trx
    .insertInto('notifications')
    .values({ user_id: recipient, id, position: id, kind, subject_id: subject, post_id: post, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'subject_id'])
        .where(sql<boolean>`read = 0`)
        .doUpdateSet({ count: sql`notifications.count + 1`, position: sql`excluded.position` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return unread.id
}

async function insertEvent(
  trx: Queryable,
  id: string,
  notificationId: string,
  { recipient, kind, subject, comment, actor }: NotificationEvent,
): Promise<void> {
  await trx
    .insertInto('notification_events')
    .values({
      user_id: recipient,
      notification_id: notificationId,
      id,
      kind,
      subject_id: subject,
      actor_id: actor,
      comment_id: comment,
    })
    .execute()
}

/** Each moderator has one unread notification of all waiting registrations. */
export async function notifyModerators(trx: Queryable, { smtpUrl }: Settings): Promise<void> {
  const moderators = await trx
    .selectFrom('users')
    .select('id as user_id')
    .where('role', '!=', 'member')
    .where('suspended_until', 'is', null)
    .orderBy('id')
    .execute()
  for (const { user_id: recipient } of moderators) {
    const id = newId()
    const event = { recipient, kind: 'moderation', subject: REGISTRATIONS, post: null } as const
    const isNew = (await upsertUnread(trx, id, event)) === id
    if (isNew && smtpUrl !== undefined) {
      await insertJob(trx, MAIL_JOB, { userId: recipient, id } satisfies MailJob)
    }
  }
  notificationsChanged(trx, moderators)
}

type Removed = { author: string; post: string; comment: string | null; reason: string }

export async function notifyOfRemoval(
  trx: Queryable,
  { smtpUrl }: Settings,
  { author, post, comment, reason }: Removed,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('notifications')
    .values({
      user_id: author,
      id,
      position: id,
      kind: 'moderation',
      subject_id: comment ?? post,
      post_id: post,
      comment_id: comment,
      reason,
      count: 1,
    })
    .execute()
  if (smtpUrl !== undefined) await insertJob(trx, MAIL_JOB, { userId: author, id } satisfies MailJob)
  notificationsChanged(trx, [{ user_id: author }])
}
