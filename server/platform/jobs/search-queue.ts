import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { prepare } from '../../database/prepared.ts'

// What was written and has yet to be indexed. It is queued in the commit that writes it, so no kill loses it.

/** The key of a post, whose ids are the same, or of a comment. */
export type DocumentKey = { post_id: string; id: string }

/** Queues a post or a comment that is new or was edited. */
export const queueDocument = prepare((db, post_id: string, id: string) =>
  db
    .insertInto('search_queue')
    .values({ post_id, id })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Queues the comments of posts, which can be found by the tags of the posts. */
export async function queueComments(trx: Queryable, postIds: string[]): Promise<void> {
  await sql`insert into search_queue (post_id, id) select post_id, id from comments
    where post_id in (${sql.join(postIds)}) on conflict do nothing`.execute(trx)
}

/** Queues a person whose profile, name or handle has changed. */
export async function queuePerson(trx: Queryable, userId: string): Promise<void> {
  await sql`insert into search_people_queue (user_id) values (${userId}) on conflict do nothing`.execute(trx)
}
