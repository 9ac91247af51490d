import { sql } from 'kysely'
import type { NotificationKind } from '../../../contract/notifications.ts'
import { notificationsChanged } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { prepare } from '../../database/prepared.ts'
import { runTogether } from '../../database/run-together.ts'
import { runWithCommit } from '../../database/with-commit.ts'
import { newId } from '../../ids.ts'
import { insertJob } from '../../platform/jobs/queries.ts'

export const MAIL_JOB = 'mail a notification'
export type MailJob = { userId: string; id: string }

export type NotificationEvent = {
  recipient: string
  kind: NotificationKind
  /** While a notification about it is unread, further events of the kind join it. */
  subject: string
  post: string | null
  comment: string | null
  actor: string
  byMail?: boolean
}

type EventRow = {
  id: string
  user_id: string
  kind: NotificationKind
  subject_id: string
  post_id: string | null
  comment_id: string | null
  actor_id: string
}

const openOrJoin = prepare((db, { id, user_id, kind, subject_id, post_id }: EventRow) =>
  db
    .insertInto('notifications')
    .values({ user_id, id, position: id, kind, subject_id, post_id, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'subject_id'])
        .where(sql<boolean>`read = 0`)
        .doUpdateSet({ count: sql`notifications.count + 1`, position: sql`excluded.position` }),
    ),
)

const addToOpened = prepare((db, { id, user_id, kind, subject_id, comment_id, actor_id }: EventRow) =>
  db
    .insertInto('notification_events')
    .columns(['user_id', 'notification_id', 'id', 'kind', 'subject_id', 'actor_id', 'comment_id'])
    .expression(
      sql`select user_id, id, ${id}, kind, subject_id, ${actor_id}, ${comment_id} from notifications
        where user_id = ${user_id} and kind = ${kind} and subject_id = ${subject_id} and read = 0` as never,
    ),
)

/** An event that joins an unread notification sends no further mail. */
const addMailIfOpened = prepare((db, { id, user_id, payload }: MailRow) =>
  db
    .insertInto('jobs')
    .columns(['id', 'kind', 'payload', 'run_at', 'attempts'])
    .expression(
      sql`select ${id}, ${sql.lit(MAIL_JOB)}, ${payload}, 0, 0 from notifications
        where user_id = ${user_id} and id = ${id}` as never,
    ),
)
type MailRow = { id: string; user_id: string; payload: string }

export async function notify(trx: Queryable, events: NotificationEvent[]): Promise<void> {
  // In a fixed order, so that two transactions do not deadlock.
  const sorted = events.toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1))
  const recipients = sorted.map(({ recipient }) => ({ user_id: recipient }))
  await runTogether(...sorted.flatMap((event) => addEvent(trx, event)), notificationsChanged(trx, recipients))
}

function addEvent(trx: Queryable, event: NotificationEvent): Promise<unknown>[] {
  const { recipient, kind, subject, post, comment, actor, byMail } = event
  const id = newId()
  const subjectIds = { subject_id: subject, post_id: post, comment_id: comment }
  const row = { id, user_id: recipient, kind, actor_id: actor, ...subjectIds }
  const payload = JSON.stringify({ userId: recipient, id } satisfies MailJob)
  return [
    openOrJoin.bind(trx, row),
    addToOpened.bind(trx, row),
    ...(byMail ? [addMailIfOpened.bind(trx, { id, user_id: recipient, payload })] : []),
  ].map((query) => runWithCommit(trx, query))
}

type Removed = { author: string; post: string; comment: string | null; reason: string; hasMail: boolean }

export async function notifyOfRemoval(
  trx: Queryable,
  { author, post, comment, reason, hasMail }: Removed,
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
  // The job checks whether the author wants it.
  if (hasMail) await insertJob(trx, MAIL_JOB, { userId: author, id } satisfies MailJob)
  await notificationsChanged(trx, [{ user_id: author }])
}
