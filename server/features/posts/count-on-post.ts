import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { prepare } from '../../database/prepared.ts'

type Count = 'like_count' | 'comment_count'

const addTo = (column: Count) =>
  prepare((db, postId: string, by: number) =>
    db
      .updateTable('posts')
      .set({ [column]: sql`${sql.ref(column)} + ${by}` })
      .where('id', '=', postId),
  )
const ADD_TO = { like_count: addTo('like_count'), comment_count: addTo('comment_count') }

/** Counts a like or a comment on a post that is locked. */
export function countOnPost(trx: Queryable, postId: string, column: Count, by: 1 | -1): Promise<unknown> {
  return ADD_TO[column](trx, postId, by)
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
