import type { Marks } from '../../contract/posts.ts'
import type { Queryable } from '../database/database.ts'
import { asId } from '../ids.ts'
import { isShown } from './hidden.ts'

/** Which of these posts the member has marked, in the order given. */
export async function findMarks(db: Queryable, userId: string, asked: string[]): Promise<Marks> {
  const ids = [...new Set(asked.map(asId))].filter((id) => id !== undefined)
  const liked = await likedAmong(db, userId, ids)
  return { liked: ids.filter((id) => liked.has(id)), bookmarked: [] }
}

async function likedAmong(db: Queryable, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.post_id')
    .select('post_id')
    .where('post_id', 'in', ids)
    .where('likes.user_id', '=', userId)
    .where(isShown('posts'))
    .execute()
  return new Set(rows.map(({ post_id }) => post_id))
}
