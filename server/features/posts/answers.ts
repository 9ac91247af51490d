import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { refuseMissingParent, requireActive } from '../accounts/active-member.ts'
import { requireRole } from '../accounts/roles.ts'
import { notify } from '../notifications/notify.ts'
import { retractFrom } from '../notifications/retract.ts'
import { requireCachedPost } from './cached-posts.ts'
import { commentChanged } from './changes.ts'
import { findAuthorOfComment } from './comments/queries.ts'
import { countAccepted } from './counts.ts'
import { requirePost } from './queries.ts'
import { lockComment, lockPost, POST_NOT_FOUND, requireCommentId, requirePostId } from './require.ts'

export function acceptingRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings } = context
  const setAccepted = async (member: Member, params: { id: string; commentId: string }, accepted: 0 | 1) => {
    const postId = requirePostId(params.id)
    const commentId = requireCommentId(params.commentId)
    const asker = (await requirePost(db.kysely, postId)).user_id
    const comment = await findAuthorOfComment(db.kysely, postId, commentId)
    await refuseMissingParent(db, member.id, POST_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        if (asker !== member.id) await requireRole(trx, member, 'moderator')
        if (!(await acceptComment(trx, postId, commentId, accepted))) return
        if (!comment) return
        if (accepted) {
          await notify(trx, settings, [
            {
              recipient: comment.user_id,
              kind: 'accepted',
              subject: commentId,
              post: postId,
              comment: commentId,
              actor: member.id,
            },
          ])
        } else {
          await retractFrom(trx, comment.user_id, sql`comment_id = ${commentId} and kind = 'accepted'`)
        }
      }),
    )
    await cache.checkAfterWrite()
    return requireCachedPost(context, postId)
  }

  serve('PUT /api/posts/comment/:id/:commentId/accepted', ({ member, params }) =>
    setAccepted(member, params, 1),
  )
  serve('DELETE /api/posts/comment/:id/:commentId/accepted', ({ member, params }) =>
    setAccepted(member, params, 0),
  )
}

async function acceptComment(
  trx: Queryable,
  postId: string,
  commentId: string,
  accepted: 0 | 1,
): Promise<boolean> {
  const { question } = await lockPost(trx, postId)
  await lockComment(trx, postId, commentId)
  if (question === 0) throw invalid({ msg: 'This post is not a question' })
  const changed = await trx
    .updateTable('comments')
    .set({ accepted })
    .where('post_id', '=', postId)
    .where('id', '=', commentId)
    .where('accepted', '!=', accepted)
    .returning('post_id')
    .execute()
  if (changed.length === 0) return false
  await countAccepted(trx, changed, accepted === 1 ? 1 : -1)
  commentChanged(trx, { post: postId, comment: commentId })
  return true
}
