import { MAX_BOOKMARKS } from '../../contract/limits.ts'
import type { Page } from '../answers/list.ts'
import type { Queryable } from '../database/database.ts'
import { isShown } from '../database/hidden.ts'
import { invalid } from '../http/refusals.ts'
import { newId } from '../ids.ts'

export async function addBookmark(trx: Queryable, userId: string, postId: string): Promise<void> {
  const added = await trx
    .insertInto('bookmarks')
    .values({ post_id: postId, user_id: userId, id: newId() })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('id')
    .execute()
  if (added.length === 0) return
  const { count } = await trx
    .selectFrom('bookmarks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count > MAX_BOOKMARKS) throw invalid({ msg: `You can bookmark at most ${MAX_BOOKMARKS} posts` })
}

export async function removeBookmark(trx: Queryable, userId: string, postId: string): Promise<void> {
  await trx.deleteFrom('bookmarks').where('post_id', '=', postId).where('user_id', '=', userId).execute()
}

/** The bookmarks on a page, and one more to tell whether there is a next page. */
export function listBookmarks(db: Queryable, userId: string, { limit, before }: Page) {
  return db
    .selectFrom('bookmarks')
    .innerJoin('posts', 'posts.id', 'bookmarks.post_id')
    .select(['bookmarks.id', 'bookmarks.post_id'])
    .where('bookmarks.user_id', '=', userId)
    .where(isShown('posts'))
    .$if(before !== undefined, (query) => query.where('bookmarks.id', '<', before ?? ''))
    .orderBy('bookmarks.id', 'desc')
    .limit(limit + 1)
    .execute()
}
