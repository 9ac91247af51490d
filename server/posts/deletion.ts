import { sql } from 'kysely'
import { BATCH } from '../database/batches.ts'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'

type EntryTable = 'likes' | 'comments'

const COUNTS = { likes: 'like_count', comments: 'comment_count' } as const

const postTopic = (id: string) => `post:${id}`

/** Deletes a batch of the likes or comments of a user, or on a post; the counts of the posts stay exact. */
export async function deleteEntries(
  trx: Queryable,
  table: EntryTable,
  by: 'user_id' | 'post_id',
  id: string,
): Promise<{ done: boolean }> {
  // The key of a like is its post and its user.
  const key = table === 'comments' ? 'id' : by === 'user_id' ? 'post_id' : 'user_id'
  const { rows } = await sql<{ post_id: string }>`
    delete from ${sql.table(table)} where ${sql.ref(by)} = ${id} and ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(by)} = ${id} limit ${sql.lit(BATCH)}
    ) returning post_id`.execute(trx)
  const byPost = Map.groupBy(rows, (row) => row.post_id)
  await subtract(trx, COUNTS[table], byPost)
  await recordChanges(trx, ...[...byPost.keys()].map(postTopic))
  return { done: rows.length < BATCH }
}

async function subtract(
  trx: Queryable,
  column: (typeof COUNTS)[EntryTable],
  byPost: Map<string, unknown[]>,
): Promise<void> {
  for (const [count, posts] of Map.groupBy(byPost, ([, rows]) => rows.length)) {
    // Always in the same order, so that two deletions do not deadlock.
    const ids = posts.map(([id]) => id).sort()
    await trx
      .updateTable('posts')
      .set({ [column]: sql`${sql.ref(column)} - ${count}` })
      .where('id', 'in', ids)
      .execute()
  }
}

/** Deletes a batch of a user's posts, each with its likes and comments. */
export async function deletePostsOf(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  const posts = await trx
    .selectFrom('posts')
    .select(['id', 'like_count', 'comment_count'])
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute()
  let rows = 0
  const end = posts.findIndex(({ like_count, comment_count }) => {
    rows += 1 + like_count + comment_count
    return rows > BATCH
  })
  const small = posts.slice(0, end === -1 ? posts.length : end).map(({ id }) => id)
  const [large] = posts
  if (small.length > 0) {
    await trx.deleteFrom('posts').where('id', 'in', small).execute()
    await recordChanges(trx, 'posts', `posts-of:${userId}`, ...small.map(postTopic))
  } else if (large) await deleteReactionBatch(trx, large)
  return { done: small.length === posts.length && posts.length < BATCH }
}

/** Deletes a batch of a post's comments, then likes. */
export async function deleteReactionBatch(
  trx: Queryable,
  post: { id: string; comment_count: number },
): Promise<void> {
  await deleteEntries(trx, post.comment_count > 0 ? 'comments' : 'likes', 'post_id', post.id)
}
