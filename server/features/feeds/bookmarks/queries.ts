import { MAX_BOOKMARKS } from '../../../../contract/limits.ts'
import type { Queryable } from '../../../database/database.ts'
import { countRows } from '../../../database/expressions.ts'
import { holdLock } from '../../../database/named-lock.ts'
import { LAST_ID, newId } from '../../../ids.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import { visiblePosts } from '../../visibility.ts'

export async function addBookmark(trx: Queryable, userId: string, postId: string): Promise<void> {
  const added = await trx
    .insertInto('bookmarks')
    .values({ post_id: postId, user_id: userId, id: newId() })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('id')
    .execute()
  if (added.length === 0) return
  await holdLock(trx, `bookmarks:${userId}`)
  const count = await countRows(trx.selectFrom('bookmarks').where('user_id', '=', userId))
  if (count > MAX_BOOKMARKS) throw invalid({ msg: `You can bookmark at most ${MAX_BOOKMARKS} posts` })
}

export async function removeBookmark(trx: Queryable, userId: string, postId: string): Promise<void> {
  await trx.deleteFrom('bookmarks').where('post_id', '=', postId).where('user_id', '=', userId).execute()
}

export function listBookmarks(db: Queryable, userId: string, { limit, before = LAST_ID }: Page) {
  return visiblePosts(db)
    .innerJoin('bookmarks', 'bookmarks.post_id', 'posts.id')
    .select(['bookmarks.post_id as id', 'bookmarks.id as position'])
    .where('bookmarks.user_id', '=', userId)
    .where('bookmarks.id', '<', before)
    .orderBy('bookmarks.id', 'desc')
    .limit(limit + 1)
    .execute()
}
