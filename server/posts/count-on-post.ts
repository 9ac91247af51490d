import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../database/write.ts'

/**
 * The step of a write on a post that keeps the post's count exact; the write's first value is the post's id. If the
 * post is hidden, the count would become null, which the column refuses, and with it the whole write.
 */
export function countOnPost(column: 'like_count' | 'comment_count', by: 1 | -1) {
  return (db: Writer, isWritten: RawBuilder<boolean>, postId: string) =>
    db
      .updateTable('posts')
      .set({ [column]: sql`case when hidden = 0 then ${sql.ref(column)} + ${sql.lit(by)} end` })
      .where('id', '=', postId)
      .where(isWritten)
}
