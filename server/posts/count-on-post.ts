import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Writer } from '../database/write.ts'

type Count = 'like_count' | 'comment_count'

/**
 * The step of a write on a post that keeps the post's count exact; the write's first value is the post's id. If the
 * post is hidden, the count would become null, which the column refuses, and with it the whole write.
 */
export function countOnPost(column: Count, by: 1 | -1) {
  return (db: Writer, isWritten: RawBuilder<boolean>, postId: string) =>
    db
      .updateTable('posts')
      .set({ [column]: sql`case when hidden = 0 then ${sql.ref(column)} + ${sql.lit(by)} end` })
      .where('id', '=', postId)
      .where(isWritten)
}

/** Counts many likes or comments that are shown from now on, or not any more, one for each row. */
export async function addToCounts(
  trx: Queryable,
  column: Count,
  rows: { post_id: string }[],
  sign: 1 | -1,
): Promise<void> {
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id)
  for (const [count, posts] of Map.groupBy(byPost, ([, ofPost]) => ofPost.length)) {
    // Always in the same order, so that two of these do not deadlock.
    const ids = posts.map(([id]) => id).sort()
    await trx
      .updateTable('posts')
      .set({ [column]: sql`${sql.ref(column)} + ${sign * count}` })
      .where('id', 'in', ids)
      .execute()
  }
}
