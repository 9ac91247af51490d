import { sql } from 'kysely'
import { recordChanges } from '../server/database/changes/changes.ts'
import type { Database } from '../server/database/database.ts'
import { idAt } from '../server/ids.ts'
import { bulkInsert } from '../test-support/bulk-insert.ts'

const COMMENT = 'The longest discussions are the ones about the shortest questions.'

export async function makeNewestPostPopular(db: Database, likes: number, comments: number): Promise<void> {
  const users = await db.kysely.selectFrom('users').select('id').orderBy('id').limit(likes).execute()
  if (users.length < likes) throw new Error(`${likes} likes need as many members; there are ${users.length}.`)
  const { id: postId } = await db.kysely
    .selectFrom('posts')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const now = Date.now()
  const likeRows = users.map(({ id }, n) => ({ post_id: postId, user_id: id, id: idAt(now + n) }))
  const commentRows = Array.from({ length: comments }, (_, n) => ({
    id: idAt(now + n),
    post_id: postId,
    user_id: users[n % users.length]?.id,
    text: COMMENT,
  }))
  await db.transaction(async (trx) => {
    await trx.deleteFrom('likes').where('post_id', '=', postId).execute()
    await bulkInsert(db.engine, trx, 'likes', likeRows)
    await bulkInsert(db.engine, trx, 'comments', commentRows)
    await trx
      .updateTable('posts')
      .set({ like_count: likes, comment_count: sql`comment_count + ${comments}` })
      .where('id', '=', postId)
      .execute()
    recordChanges(trx, 'all')
  })
}

export async function removeComments(db: Database, text: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('comments').where('text', '=', text).executeTakeFirst()
    if (numDeletedRows === 0n) return
    await sql`update posts set comment_count =
      (select count(*) from comments where post_id = posts.id)`.execute(trx)
    for (const table of ['notification_events', 'notifications'] as const) {
      await trx.deleteFrom(table).where('kind', '=', 'comment').execute()
    }
    recordChanges(trx, 'all')
  })
}
