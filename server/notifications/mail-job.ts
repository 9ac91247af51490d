import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../database/write.ts'

/** The job that tells someone of a notification by mail; see notification-mail/jobs.ts. */
export const MAIL_JOB = 'mail a notification'

export type MailJob = { userId: string; id: string }

export const mailJob = (userId: string, id: string) => JSON.stringify({ userId, id } satisfies MailJob)

/** Adds the job with a new entry. Acts that join it while it is unread send no further mail. */
export function addMailJob(
  db: Writer,
  entries: RawBuilder<unknown>,
  { to, id, payload }: { to: string; id: string; payload: string },
) {
  return db
    .insertInto('jobs')
    .columns(['id', 'kind', 'payload', 'run_at', 'attempts'])
    .expression(
      sql`select ${id}, ${sql.lit(MAIL_JOB)}, ${payload}, 0, 0 from ${entries} as entry
        where entry.user_id = ${to} and entry.id = ${id}` as never,
    )
}
