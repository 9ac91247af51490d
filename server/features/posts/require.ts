import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { asId } from '../../ids.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'

export const POST_NOT_FOUND = 'Post not found'
export const COMMENT_NOT_FOUND = 'Comment does not exist'

export const requirePostId = (text: string) => requireFound(asId(text), POST_NOT_FOUND)
export const requireCommentId = (text: string) => requireFound(asId(text), COMMENT_NOT_FOUND)

/** Serializes with other writers of the post. Locked first, against deadlocks with its deletion. */
export async function lockPost(trx: Queryable, id: string) {
  const post = await visiblePosts(trx)
    .select(['user_id', 'question', 'version'])
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return requireFound(post, POST_NOT_FOUND)
}

export async function lockComment(trx: Queryable, postId: string, id: string) {
  const comment = await visibleComments(trx)
    .select('version')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return requireFound(comment, COMMENT_NOT_FOUND)
}
