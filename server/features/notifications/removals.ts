import { sql } from 'kysely'
import { notificationsChanged } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { newId } from '../../ids.ts'
import { insertJob } from '../../platform/jobs/queries.ts'
import { MAIL_JOB, type MailJob } from './mail-job.ts'
import { deleteNotifications } from './retract.ts'

type Removed = { author: string; post: string; comment: string | null; reason: string; hasMail: boolean }

/** Tells the author of an entry that a moderator has removed it, and why. */
export async function tellOfRemoval(
  trx: Queryable,
  { author, post, comment, reason, hasMail }: Removed,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('notifications')
    .values({
      ...{ user_id: author, id, position: id, kind: 'moderation', subject_id: comment ?? post },
      ...{ post_id: post, comment_id: comment, reason, count: 1 },
    })
    .execute()
  // The job finds out whether the author wants it.
  if (hasMail) await insertJob(trx, MAIL_JOB, { userId: author, id } satisfies MailJob)
  await notificationsChanged(trx, [{ user_id: author }])
}

/** Forgets that an entry was removed, as it is back or has been deleted. */
export async function forgetRemoval(trx: Queryable, author: string, entryId: string): Promise<void> {
  await deleteNotifications(trx, sql`user_id = ${author} and kind = 'moderation' and subject_id = ${entryId}`)
}
