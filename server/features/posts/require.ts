import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { asId } from '../../ids.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'

export const NO_POST = 'Post not found'
export const NO_COMMENT = 'Comment does not exist'

export const requirePostId = (text: string) => requireFound(asId(text), NO_POST)
export const requireCommentId = (text: string) => requireFound(asId(text), NO_COMMENT)

/** Serializes with other writers of the post. Comes first, so that nobody deadlocks with its deletion. */
export async function lockPost(trx: Queryable, id: string) {
  const post = await visiblePosts(trx)
    .select(['user_id', 'question', 'version'])
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return requireFound(post, NO_POST)
}

export async function lockComment(trx: Queryable, postId: string, id: string) {
  const comment = await visibleComments(trx)
    .select('version')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return requireFound(comment, NO_COMMENT)
}
