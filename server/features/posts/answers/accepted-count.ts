import type { Queryable } from '../../../database/database.ts'
import { syncTags } from '../../tags/post-tags.ts'
import { questionsChanged } from '../changes.ts'
import { addToCounts } from '../counts.ts'

/** Counts accepted answers that are visible from now on, or no longer. A question is solved while it has one. */
export async function countAccepted(
  trx: Queryable,
  comments: { post_id: string }[],
  sign: 1 | -1,
): Promise<void> {
  const posts = await addToCounts(trx, 'accepted_count', comments, sign)
  if (posts.length === 0) return
  const solvedOrReopened = posts.filter(
    ({ accepted_count, counted }) => accepted_count === (sign === 1 ? counted : 0),
  )
  await syncTags(trx, solvedOrReopened)
  await questionsChanged(trx, posts)
}
