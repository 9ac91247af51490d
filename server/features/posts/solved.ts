import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { settleTags } from '../tags/post-tags.ts'
import { questionsChanged } from './changes.ts'

/**
 * Counts accepted answers that are shown from now on, or not any more. A question is solved while it has at least
 * one.
 */
export async function countAccepted(
  trx: Queryable,
  comments: { post_id: string }[],
  sign: 1 | -1,
): Promise<void> {
  const byPost = Map.groupBy(comments, ({ post_id }) => post_id)
  for (const [count, posts] of Map.groupBy(byPost, ([, ofPost]) => ofPost.length)) {
    // Always in the same order, so that two of these do not deadlock.
    const ids = posts.map(([id]) => id).sort()
    const changed = await trx
      .updateTable('posts')
      .set({ accepted_count: sql`accepted_count + ${sign * count}` })
      .where('id', 'in', ids)
      .returning(['id', 'tags', 'accepted_count'])
      .execute()
    const solvedOrOpen = changed.filter(({ accepted_count }) => accepted_count === (sign === 1 ? count : 0))
    await settleTags(trx, solvedOrOpen)
    await questionsChanged(trx, changed)
  }
}
