import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'

// Changes are queued in the commit that writes them, so no crash loses them. A row that is queued already is updated
// to lock it: on PostgreSQL, the indexer would take it and read the old text before the commit.

/** Both ids of a post are the same. */
export type DocumentKey = { post_id: string; id: string }

export async function queueDocument(trx: Queryable, post_id: string, id: string): Promise<void> {
  await trx
    .insertInto('search_queue')
    .values({ post_id, id })
    .onConflict((conflict) => conflict.columns(['post_id', 'id']).doUpdateSet({ id: sql`excluded.id` }))
    .execute()
}

/** Comments can be found by the tags of their posts. */
export async function queueComments(trx: Queryable, postIds: string[]): Promise<void> {
  await sql`insert into search_queue (post_id, id) select post_id, id from comments
    where ${isOneOf(trx, 'post_id', postIds)}
    on conflict (post_id, id) do update set id = excluded.id`.execute(trx)
}

export async function queuePerson(trx: Queryable, userId: string): Promise<void> {
  await sql`insert into search_people_queue (user_id) values (${userId})
    on conflict (user_id) do update set user_id = search_people_queue.user_id`.execute(trx)
}
