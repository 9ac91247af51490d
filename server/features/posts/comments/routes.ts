import { type Insertable, sql } from 'kysely'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import { BATCH, inBatches } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { prepare } from '../../../database/prepared.ts'
import { runNamed } from '../../../database/run-together.ts'
import type { Tables } from '../../../database/schema/tables.ts'
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
import { blockedBy, type PostBlocks } from '../blocks.ts'
import { commentAdded, commentsDeleted } from '../changes.ts'
import { countAccepted, countOnPost } from '../counts.ts'
import { deleteVersions } from '../deletion.ts'
import { authorFinder, type CommentDocuments } from '../documents.ts'
import { lockPost } from '../lock-post.ts'
import { requirePost } from '../queries.ts'
import type { PostRecipients } from '../recipients.ts'
import { NO_COMMENT, NO_POST, requireCommentId, requirePostId } from '../require.ts'
import { COMMENTS } from '../write-limits.ts'
import { findAuthorOfComment, findThread, firstCommentIds } from './queries.ts'

type Parts = {
  renderer: Renderer
  recipients: PostRecipients
  documents: CommentDocuments
  blocks: PostBlocks
}

export function commentRoutes(serve: Serve, context: Context, parts: Parts): void {
  const { db, cache } = context
  const { renderer, recipients, blocks } = parts
  const { comments, newest, prime } = parts.documents
  const findAuthor = authorFinder(context)

  /** Refuses users that the author of the comment has blocked. */
  const requireThread = async (userId: string, postId: string, commentId: string) => {
    const found = await findThread(db.kysely, postId, requireCommentId(commentId))
    if (!found) await requirePost(db.kysely, postId)
    const thread = requireFound(found, NO_COMMENT)
    if ((await blocks.findBlockers(userId)).has(thread.answered.user_id)) throw blockedBy('comment')
    return thread
  }

  serve('GET /api/posts/:id/comments', async ({ params, query: { accepted }, page }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.id))
    return comments({ postId: id, accepted }, page)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body: { text, parent } }) => {
    const postId = requirePostId(params.id)
    const since = cache.entries.version
    await blocks.refuseBlocked(member.id, postId)
    const thread = parent === null ? undefined : await requireThread(member.id, postId, parent)
    await countWrite(context, COMMENTS, member.id)
    const author = await findAuthor(member.id)
    const { stored, people } = await renderer.render(member.id, text)
    const id = newId()
    const row = { id, post_id: postId, user_id: member.id, parent_id: thread?.id ?? null, text, ...stored }
    await keepPictures(db, text)
    const events = await recipients.ofComment(member.id, {
      ...{ post: postId, id, mentioned: mentionedIn(stored) },
      parent: thread?.answered,
    })
    const visibleParent = thread?.isVisible ? thread.id : null
    const created = { ...row, ...author, version: 1, edited_at: null, parent: visibleParent, accepted: 0 }
    prime(postId, created, people, since)
    const ids = await refuseMissingParent(db, member.id, NO_POST, () =>
      db.transaction(async (trx) => {
        const { post, blockers, newestIds } = await runNamed({
          active: requireActive(trx, member.id),
          post: countOnPost(trx, postId, 'comment_count', 1),
          blockers: blocks.findCurrentBlockers(trx, member.id),
          inserted: insertComment(trx, row),
          newestIds: findNewestIds(trx, postId),
          queued: queueDocument(trx, postId, id),
          notified: notify(trx, events),
          recorded: commentAdded(trx, { post: postId, comment: id }),
        })
        if (blockers.has(post.user_id)) throw blockedBy('post')
        if (thread && blockers.has(thread.answered.user_id)) throw blockedBy('comment')
        return newestIds
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
      await deleteComment(trx, postId, id)
      return findNewestIds(trx, postId)
    })
    // Its replies have changed, too.
    await cache.checkAfterWrite()
    return newest(postId, ids)
  })
}

const insertComment = prepare((db, row: Insertable<Tables['comments']>) =>
  db.insertInto('comments').values(row),
)

async function findNewestIds(trx: Queryable, postId: string): Promise<string[]> {
  const { rows } = await firstCommentIds(trx, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
  return rows.map(({ id }) => id)
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
    await countOnPost(trx, postId, 'comment_count', -1)
    if (comment.accepted) await countAccepted(trx, [comment], -1)
  } else {
    // A moderator may have removed it.
    await trx.deleteFrom('removals').where('post_id', '=', postId).where('target_id', '=', id).execute()
    await retractRemoval(trx, comment.user_id, id)
  }
  while (!(await retractComment(trx, id)).done);
  await commentsDeleted(trx, [{ post: postId, comment: id }], { wereSeen: wasVisible })
}
