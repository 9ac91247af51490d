import { sql } from 'kysely'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import { BATCH, inBatches } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { newId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound, requireOwn } from '../../../platform/http/refusals.ts'
import { queueDocument } from '../../../platform/jobs/search-queue.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { countWrite } from '../../accounts/attempts.ts'
import { refuseMissingParent } from '../../accounts/missing-parent.ts'
import { mentionedIn } from '../../markdown/mentions.ts'
import type { Renderer } from '../../markdown/renderer.ts'
import { notify } from '../../notifications/notify.ts'
import { retractComment, retractRemoval } from '../../notifications/retract.ts'
import { keepPictures } from '../../pictures/queries.ts'
import { refuseBlocked } from '../blocks.ts'
import { commentAdded, commentsDeleted } from '../changes.ts'
import { addToCount, countAccepted } from '../counts.ts'
import { deleteVersions } from '../deletion.ts'
import type { CommentDocuments } from '../documents.ts'
import { lockPost } from '../lock-post.ts'
import { requirePost } from '../queries.ts'
import { commentEvents } from '../recipients.ts'
import { NO_COMMENT, NO_POST, requireCommentId, requirePostId } from '../require.ts'
import { COMMENTS } from '../write-limits.ts'
import { findAuthorOfComment, findThread, newestComments } from './queries.ts'

type Parts = { renderer: Renderer; documents: CommentDocuments }

export function commentRoutes(serve: Serve, context: Context, { renderer, documents }: Parts): void {
  const { db, cache, settings } = context
  const { comments, newest } = documents

  serve('GET /api/posts/:id/comments', async ({ params, query: { accepted }, page }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.id))
    return comments({ postId: id, accepted }, page)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body: { text, parent } }) => {
    const postId = requirePostId(params.id)
    const parentId = parent === null ? undefined : requireCommentId(parent)
    await countWrite(context, COMMENTS, member.id)
    const { stored } = await renderer.render(member.id, text)
    await keepPictures(db, text)
    const id = newId()
    const ids = await refuseMissingParent(db, member.id, NO_POST, () =>
      db.transaction(async (trx) => {
        await requireActive(trx, member.id)
        const { user_id: author } = await addToCount(trx, postId, 'comment_count', 1)
        await refuseBlocked(trx, member.id, author, 'post')
        const thread = parentId && (await requireThread(trx, member.id, postId, parentId))
        await trx
          .insertInto('comments')
          .values({
            id,
            post_id: postId,
            user_id: member.id,
            parent_id: thread ? thread.id : null,
            text,
            ...stored,
          })
          .execute()
        await queueDocument(trx, postId, id)
        const mentioned = mentionedIn(stored)
        const answered = thread ? thread.answered : undefined
        const events = commentEvents(member.id, { post: postId, id, answered, mentioned, author })
        await notify(trx, settings, events)
        commentAdded(trx, { post: postId, comment: id })
        return newestComments(trx, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
      }),
    )
    return newest(postId, ids)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const commentId = requireCommentId(params.commentId)
    const comment = await findAuthorOfComment(db.kysely, postId, commentId)
    await requirePost(db.kysely, postId)
    const { id, version } = requireOwn(comment, member, NO_COMMENT)
    if (version > BATCH) {
      const ofComment = sql`post_id = ${postId} and comment_id = ${id}`
      await inBatches(() => db.transaction((trx) => deleteVersions(trx, 'comment_versions', ofComment)))
    }
    const ids = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await deleteComment(trx, postId, id)
      return newestComments(trx, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
    })
    // Its replies have changed, too.
    await cache.checkAfterWrite()
    return newest(postId, ids)
  })
}

async function requireThread(trx: Queryable, userId: string, postId: string, commentId: string) {
  const thread = requireFound(await findThread(trx, postId, commentId), NO_COMMENT)
  await refuseBlocked(trx, userId, thread.answered.user_id, 'comment')
  return thread
}

async function deleteComment(trx: Queryable, postId: string, id: string): Promise<void> {
  await lockPost(trx, postId)
  const deleted = await trx
    .deleteFrom('comments')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .returning(['post_id', 'user_id', 'accepted', 'hidden'])
    .executeTakeFirst()
  const comment = requireFound(deleted, NO_COMMENT)
  const wasVisible = comment.hidden === 0
  if (wasVisible) {
    await addToCount(trx, postId, 'comment_count', -1)
    if (comment.accepted) await countAccepted(trx, [comment], -1)
  } else {
    // A moderator may have removed it.
    await trx.deleteFrom('removals').where('post_id', '=', postId).where('target_id', '=', id).execute()
    await retractRemoval(trx, comment.user_id, id)
  }
  while (!(await retractComment(trx, id)).done);
  commentsDeleted(trx, [{ post: postId, comment: id }], { wereSeen: wasVisible })
}
