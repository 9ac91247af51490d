import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { BATCH, inBatches } from '../database/batches.ts'
import type { Database, Queryable } from '../database/database.ts'
import { FIRST_ID } from '../ids.ts'
import { insertJob } from '../platform/jobs/queries.ts'

// Queued rows are updated to lock them: otherwise the indexer could read the old text.

export type DocumentKey = { post_id: string; id: string }

export const queueDocument = (trx: Queryable, post_id: string, id: string) =>
  queueDocuments(trx, [{ post_id, id }])

async function queueDocuments(trx: Queryable, documents: DocumentKey[]): Promise<void> {
  await trx
    .insertInto('search_queue')
    .values(documents)
    .onConflict((conflict) => conflict.columns(['post_id', 'id']).doUpdateSet({ id: sql`excluded.id` }))
    .execute()
}

const QUEUE_COMMENTS = 'queue-comments'

type CommentsJob = { post: string }

export const queueComments = (trx: Queryable, post: string) =>
  insertJob(trx, QUEUE_COMMENTS, { post } satisfies CommentsJob)

export function queueCommentsInBackground({ db, jobs }: Context): void {
  jobs.define<CommentsJob>(QUEUE_COMMENTS, {
    atOnce: 1,
    run: ({ post }) => queueCommentsOn(db, post),
  })
}

async function queueCommentsOn(db: Database, postId: string): Promise<void> {
  let last = FIRST_ID
  await inBatches(() =>
    db.transaction(async (trx) => {
      const comments = await trx
        .selectFrom('comments')
        .select(['post_id', 'id'])
        .where('post_id', '=', postId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      if (comments.length > 0) await queueDocuments(trx, comments)
      last = comments.at(-1)?.id ?? last
      return { done: comments.length < BATCH }
    }),
  )
}

export async function queuePerson(trx: Queryable, userId: string): Promise<void> {
  await sql`insert into search_people_queue (user_id) values (${userId})
    on conflict (user_id) do update set user_id = search_people_queue.user_id`.execute(trx)
}
