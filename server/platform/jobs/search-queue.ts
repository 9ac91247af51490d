import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { prepare } from '../../database/prepared.ts'

// What was written and has yet to be indexed. It is queued in the commit that writes it, so no kill loses it.

const insertIntoQueue = prepare((db, postId: string, id: string) =>
  db
    .insertInto('search_queue')
    .values({ post_id: postId, id })
    .onConflict((conflict) => conflict.columns(['post_id', 'id']).doNothing()),
)

/** Queues a post or a comment that is new or was edited. */
export async function queueEntry(trx: Queryable, postId: string, id: string): Promise<void> {
  await insertIntoQueue(trx, postId, id)
}

/** Queues posts and comments. */
export async function queueEntries(
  trx: Queryable,
  entries: { post_id: string; id: string }[],
): Promise<void> {
  await trx
    .insertInto('search_queue')
    .values(entries)
    .onConflict((conflict) => conflict.columns(['post_id', 'id']).doNothing())
    .execute()
}

/** Queues everything, in a database that is small. */
export async function queueAll(trx: Queryable): Promise<void> {
  const all = [
    'search_queue (post_id, id) select id, id from posts',
    'search_queue (post_id, id) select post_id, id from comments',
    'search_people_queue (user_id) select user_id from profiles',
  ]
  for (const rows of all) await sql.raw(`insert into ${rows} where true on conflict do nothing`).execute(trx)
}

/** Queues the comments of posts, which can be found by the tags of the posts. */
export async function queueComments(trx: Queryable, postIds: string[]): Promise<void> {
  await sql`insert into search_queue (post_id, id)
    select post_id, id from comments where post_id in (${sql.join(postIds)}) on conflict do nothing`.execute(
    trx,
  )
}

/** Queues a person whose profile, name or handle has changed. */
export async function queuePerson(trx: Queryable, userId: string): Promise<void> {
  await trx
    .insertInto('search_people_queue')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
