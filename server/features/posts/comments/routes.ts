import { sql } from 'kysely'
import { Comment } from '../../../../contract/posts.ts'
import type { Context } from '../../../context.ts'
import { BATCH, inBatches } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { newId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { pageContent, pageKey, pathWith, renderPage } from '../../../platform/http/paging.ts'
import { requireFound, requireOwn } from '../../../platform/http/refusals.ts'
import { refuseMissingParent, requireActive } from '../../accounts/active-member.ts'
import { COMMENTS, countWrite } from '../../accounts/attempts.ts'
import { refuseBlocked } from '../../accounts/blocks/queries.ts'
import { mentionedIn } from '../../markdown/mentions.ts'
import type { Renderer } from '../../markdown/renderer.ts'
import { notify } from '../../notifications/notify.ts'
import { retractComment, retractRemoval } from '../../notifications/retract.ts'
import { queueDocument } from '../../search-queue.ts'
import { topicOf } from '../../topics.ts'
import { keepPictures } from '../../used-pictures.ts'
import { commentChanged, commentsDeleted } from '../changes.ts'
import { addToCount, countAccepted } from '../counts.ts'
import { deleteVersions } from '../deletion.ts'
import { findPost, requirePost } from '../queries.ts'
import { commentEvents } from '../recipients.ts'
import { COMMENT_NOT_FOUND, lockPost, POST_NOT_FOUND, requireCommentId, requirePostId } from '../require.ts'
import {
  findAuthorOfComment,
  findNewestComments,
  findThread,
  listComments,
  presentComments,
} from './queries.ts'

export function commentRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  const { db, cache, settings } = context

  serve('GET /api/posts/:id/comments', async ({ params, query: { accepted }, page }) => {
    const postId = requirePostId(params.id)
    const path = pathWith(`/api/posts/${postId}/comments`, { accepted: accepted || null })
    const response = await cache.response(pageKey(path, page), async () => {
      if (!(await findPost(db.kysely, postId))) return undefined
      const rows = await listComments(db.kysely, postId, accepted, page)
      const comments = await presentComments(db.kysely, settings, rows)
      const content = pageContent(
        comments,
        page.limit,
        (comment) => comment,
        ({ _id }) => _id,
      )
      const people = rows.flatMap((row) => [row.user_id, ...mentionedIn(row)])
      const topics = [topicOf.post(postId), ...people.map(topicOf.person)]
      return { ...renderPage(Comment, content, path, page.limit), topics }
    })
    return requireFound(response, POST_NOT_FOUND)
  })

  serve('POST /api/posts/comment/:id', async ({ request, member, params, body: { text, parent } }) => {
    const postId = requirePostId(params.id)
    const parentId = parent === null ? undefined : requireCommentId(parent)
    await countWrite(context, COMMENTS, member.id)
    const { stored } = await renderer.render({ id: member.id, address: request.address }, text)
    await keepPictures(db, text)
    const id = newId()
    await refuseMissingParent(db, member.id, POST_NOT_FOUND, () =>
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
        commentChanged(trx, { post: postId, comment: id })
      }),
    )
    return findNewestComments(db.kysely, settings, postId)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const commentId = requireCommentId(params.commentId)
    const comment = await findAuthorOfComment(db.kysely, postId, commentId)
    await requirePost(db.kysely, postId)
    const { id, version } = requireOwn(comment, member, COMMENT_NOT_FOUND)
    if (version > BATCH) {
      const ofComment = sql`post_id = ${postId} and comment_id = ${id}`
      await inBatches(() => db.transaction((trx) => deleteVersions(trx, 'comment_versions', ofComment)))
    }
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      await deleteComment(trx, postId, id)
    })
    return findNewestComments(db.kysely, settings, postId)
  })
}

async function requireThread(trx: Queryable, userId: string, postId: string, commentId: string) {
  const thread = requireFound(await findThread(trx, postId, commentId), COMMENT_NOT_FOUND)
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
  const comment = requireFound(deleted, COMMENT_NOT_FOUND)
  const wasVisible = comment.hidden === 0
  if (wasVisible) {
    await addToCount(trx, postId, 'comment_count', -1)
    if (comment.accepted) await countAccepted(trx, [comment], -1)
  } else {
    await trx.deleteFrom('removals').where('post_id', '=', postId).where('target_id', '=', id).execute()
    await retractRemoval(trx, comment.user_id, id)
  }
  while (!(await retractComment(trx, id)).done);
  commentsDeleted(trx, [{ post: postId, comment: id }], { wereSeen: wasVisible })
}
