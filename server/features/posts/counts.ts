import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { syncTags } from '../tags/post-tags.ts'
import { isVisible } from '../visibility.ts'
import { questionsChanged } from './changes.ts'
import { POST_NOT_FOUND } from './require.ts'

type ReactionCount = 'like_count' | 'comment_count'

export async function addToCount(trx: Queryable, postId: string, column: ReactionCount, by: 1 | -1) {
  const post = await trx
    .updateTable('posts')
    .set({ [column]: sql`${sql.ref(column)} + ${by}` })
    .where('id', '=', postId)
    .where(isVisible('posts'))
    .returning('user_id')
    .executeTakeFirst()
  return requireFound(post, POST_NOT_FOUND)
}

export async function addToCounts(
  trx: Queryable,
  column: ReactionCount | 'accepted_count',
  rows: { post_id: string }[],
  sign: 1 | -1,
) {
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id)
  const changed: { id: string; tags: string; accepted_count: number; counted: number }[] = []
  for (const [counted, posts] of Map.groupBy(byPost, ([, ofPost]) => ofPost.length)) {
    const ids = posts.map(([id]) => id)
    const updated = await trx
      .updateTable('posts')
      .set({ [column]: sql`${sql.ref(column)} + ${sign * counted}` })
      .where(isOneOf(trx, 'id', ids))
      .returning(['id', 'tags', 'accepted_count'])
      .execute()
    changed.push(...updated.map((post) => ({ ...post, counted })))
  }
  return changed
}

export async function countAccepted(trx: Queryable, comments: { post_id: string }[], sign: 1 | -1) {
  const posts = await addToCounts(trx, 'accepted_count', comments, sign)
  if (posts.length === 0) return
  const solvedOrReopened = posts.filter(
    ({ accepted_count, counted }) => accepted_count === (sign === 1 ? counted : 0),
  )
  await syncTags(trx, solvedOrReopened)
  questionsChanged(trx, posts)
}
