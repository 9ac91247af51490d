import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The step of a write that keeps a post's count exact; the row that was written names its post. */
export function countOnPost(column: 'like_count' | 'comment_count', by: 1 | -1) {
  return (db: QueryCreator<Tables>, written: RawBuilder<unknown>) =>
    db
      .updateTable('posts')
      .set({ [column]: sql`${sql.ref(column)} + ${sql.lit(by)}` })
      .where('id', 'in', sql<string>`(select post_id from ${written})`)
}
