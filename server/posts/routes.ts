import { COMMENTS_IN_WINDOW, POSTS_IN_WINDOW, WRITES_WINDOW } from '../../contract/limits.ts'
import { refuseMissingParent } from '../accounts/missing-parent.ts'
import { WriteLimit } from '../accounts/write-limit.ts'
import { mapAwaitable } from '../awaitable.ts'
import { blockersFinder } from '../blocks/blockers.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { Refusal, requireFound, requireOwn } from '../http/refusals.ts'
import { newId } from '../ids.ts'
import { recordUses } from '../pictures/uses.ts'
import { showMentions } from '../writing/mentions.ts'
import { htmlOf, type Rendered } from '../writing/rendered.ts'
import type { Renderer } from '../writing/renderer.ts'
import { acceptingRoutes } from './accepting-routes.ts'
import { addComment, deleteComment, findAuthorOfComment, findThread } from './comment-queries.ts'
import { deleteEntries, deletePostsOf, deleteVersionsOf } from './deletion.ts'
import { authorFinder, commentDocuments, type PostDocuments } from './documents.ts'
import { editingRoutes } from './editing-routes.ts'
import { likePost, unlikePost } from './likes.ts'
import { findMarks } from './marks.ts'
import { presentPost } from './present.ts'
import { createPost, deletePost, findAuthorOfPost, findPost } from './queries.ts'
import { NO_COMMENT, NO_POST, requireCommentId, requirePostId } from './require.ts'
import { postAudience } from './telling.ts'

/** A post or a comment as it is when it has just been written. */
const newWriting = (id: string, userId: string, text: string, rendered: Rendered) => ({
  id,
  user_id: userId,
  text,
  html: htmlOf({ text, ...rendered }),
  version: 1,
  edited_at: null,
})

const blockedBy = (what: 'post' | 'comment') =>
  new Refusal(403, [{ msg: `The author of this ${what} has blocked you` }])

const NO_REACTIONS = { like_count: 0, comment_count: 0, accepted_count: 0 }

export function postRoutes(
  serve: Serve,
  context: Context,
  renderer: Renderer,
  { post }: PostDocuments,
): void {
  const { db, answers, settings, accountParts } = context
  const { comment, comments, newest, prime } = commentDocuments(context)
  const findAuthor = authorFinder(context)
  const findBlockers = blockersFinder(context)
  const audience = postAudience(context)
  const postLimit = new WriteLimit(context, { kind: 'posts', max: POSTS_IN_WINDOW, window: WRITES_WINDOW })
  const commentLimit = new WriteLimit(context, {
    kind: 'comments',
    max: COMMENTS_IN_WINDOW,
    window: WRITES_WINDOW,
  })
  accountParts.push(
    (trx, userId) => deleteVersionsOf(trx, 'comment_versions', userId),
    (trx, userId) => deleteVersionsOf(trx, 'post_versions', userId),
    deletePostsOf,
    (trx, userId) => deleteEntries(trx, 'comments', 'user_id', userId),
    (trx, userId) => deleteEntries(trx, 'likes', 'user_id', userId),
    (trx, userId) => deleteEntries(trx, 'suspended_likes', 'user_id', userId),
  )

  const refuseBlocked = async (userId: string, postId: string) => {
    const blockers = await findBlockers(userId)
    if (blockers.size === 0) return
    const { user_id } = await requirePost(postId)
    if (blockers.has(user_id)) throw blockedBy('post')
  }

  const requirePost = async (id: string) => requireFound(await findPost(db.kysely, id), NO_POST)

  /** The thread of the comment that is answered, unless its author has blocked the user. */
  const requireThread = async (userId: string, postId: string, commentId: string) => {
    const found = await findThread(db.kysely, postId, requireCommentId(commentId))
    if (!found) await requirePost(postId)
    const thread = requireFound(found, NO_COMMENT)
    if ((await findBlockers(userId)).has(thread.answered.user_id)) throw blockedBy('comment')
    return thread
  }

  serve('GET /api/posts/:id', ({ params }) =>
    mapAwaitable(post.answer(requirePostId(params.id)), (answer) => requireFound(answer, NO_POST)),
  )

  serve('GET /api/posts/:id/comments', async ({ params, query: { accepted }, page }) => {
    const { id } = await requirePost(requirePostId(params.id))
    return comments({ postId: id, accepted }, page)
  })

  serve('POST /api/posts', async ({ member, body: { text, question: isQuestion } }) => {
    await postLimit.take(member.id)
    const author = await findAuthor(member.id)
    const rendered = await renderer.render(member.id, text)
    const id = newId()
    await recordUses(db, member.id, `post ${id}`, text)
    const question = isQuestion ? 1 : 0
    const told = await audience.ofPost(member.id, id, rendered.html)
    await createPost(db, { id, user_id: member.id, text, question }, rendered, told)
    // All of it is known, so it need not be read back.
    const row = { ...newWriting(id, member.id, text, rendered), ...author, question, ...NO_REACTIONS }
    await showMentions(db.kysely, [row])
    return presentPost(settings, { ...row, tags: JSON.stringify(rendered.tags) }, [], [])
  })

  serve('DELETE /api/posts/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    requireOwn(await findAuthorOfPost(db.kysely, id), member, NO_POST)
    const isDeleted = await deletePost(db, id)
    requireFound(isDeleted || undefined, NO_POST)
    return { msg: 'Post removed' }
  })

  serve('PUT /api/posts/like/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    const told = await audience.ofLike(member.id, id)
    const like = () => likePost(db, member.id, id, told)
    return requireFound(await refuseMissingParent(db, member.id, NO_POST, like), NO_POST)
  })

  serve('PUT /api/posts/unlike/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    const author = requireFound(await audience.authorOf(id), NO_POST)
    const unlike = () => unlikePost(db, member.id, id, author)
    return requireFound(await refuseMissingParent(db, member.id, NO_POST, unlike), NO_POST)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body: { text, parent } }) => {
    const postId = requirePostId(params.id)
    await refuseBlocked(member.id, postId)
    const thread = parent === null ? undefined : await requireThread(member.id, postId, parent)
    await commentLimit.take(member.id)
    const since = answers.version
    const author = await findAuthor(member.id)
    const rendered = await renderer.render(member.id, text)
    const comment = {
      ...newWriting(newId(), member.id, text, rendered),
      ...author,
      parent: thread?.isShown ? thread.id : null,
      parent_id: thread?.id ?? null,
      accepted: 0,
    }
    await recordUses(db, member.id, `comment ${postId} ${comment.id}`, text)
    const told = await audience.ofComment(member.id, {
      ...{ post: postId, id: comment.id, html: comment.html },
      parent: thread?.answered,
    })
    await showMentions(db.kysely, [comment])
    prime(postId, comment, since)
    const ids = await refuseMissingParent(db, member.id, NO_POST, () =>
      addComment(db, postId, comment, rendered, told),
    )
    return newest(postId, ids)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const commentId = requireCommentId(params.commentId)
    const comment = await findAuthorOfComment(db.kysely, postId, commentId)
    await requirePost(postId)
    const own = requireOwn(comment, member, NO_COMMENT)
    const ids = await refuseMissingParent(db, member.id, NO_POST, () => deleteComment(db, postId, own))
    // Those that answered it have changed, too.
    await answers.watch.checkAfterWrite()
    return newest(postId, requireFound(ids, NO_COMMENT))
  })

  acceptingRoutes(serve, context, post.answer, audience)
  editingRoutes(serve, context, {
    renderer,
    audience,
    post: post.answer,
    comment,
    postLimit,
    commentLimit,
    refuseBlocked,
  })

  serve('GET /api/marks', ({ member, query }) => findMarks(db.kysely, member.id, query.posts))
}
