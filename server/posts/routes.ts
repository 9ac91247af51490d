import { COMMENTS_IN_WINDOW, POSTS_IN_WINDOW, WRITES_WINDOW } from '../../contract/limits.ts'
import { refuseMissingParent } from '../accounts/missing-parent.ts'
import { mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { requireFound, requireOwn } from '../http/refusals.ts'
import { asId, newId } from '../ids.ts'
import { addComment, deleteComment, findComment } from './comment-queries.ts'
import { deleteEntries, deletePostsOf } from './deletion.ts'
import { authorFinder, commentDocuments, postDocuments } from './documents.ts'
import { findMarks } from './marks.ts'
import { presentPost } from './present.ts'
import { createPost, deletePost, findPost, likePost, unlikePost } from './queries.ts'
import { WriteLimit } from './write-limit.ts'

const NO_POST = 'Post not found'
const NO_COMMENT = 'Comment does not exist'

const requirePostId = (text: string) => requireFound(asId(text), NO_POST)

export function postRoutes(serve: Serve, context: Context): void {
  const { db, answers, settings, accountParts } = context
  const { feed, postsOf, post } = postDocuments(context)
  const { comments, newest, prime } = commentDocuments(context)
  const findAuthor = authorFinder(context)
  const postLimit = new WriteLimit(context, { kind: 'posts', max: POSTS_IN_WINDOW, window: WRITES_WINDOW })
  const commentLimit = new WriteLimit(context, {
    kind: 'comments',
    max: COMMENTS_IN_WINDOW,
    window: WRITES_WINDOW,
  })
  accountParts.push(
    deletePostsOf,
    (trx, userId) => deleteEntries(trx, 'comments', 'user_id', userId),
    (trx, userId) => deleteEntries(trx, 'likes', 'user_id', userId),
  )

  const requirePost = async (id: string) => requireFound(await findPost(db.kysely, id), NO_POST)

  serve('GET /api/posts', ({ query: { author }, page }) => {
    if (author === null) return feed(undefined, page)
    const id = asId(author)
    return id ? postsOf(id, page) : []
  })

  serve('GET /api/posts/:id', ({ params }) =>
    mapAwaitable(post.answer(requirePostId(params.id)), (answer) => requireFound(answer, NO_POST)),
  )

  serve('GET /api/posts/:id/comments', async ({ params, page }) => {
    const { id } = await requirePost(requirePostId(params.id))
    return comments(id, page)
  })

  serve('POST /api/posts', async ({ member, body: { text } }) => {
    await postLimit.take(member.id)
    const author = await findAuthor(member.id)
    const id = newId()
    await createPost(db, id, member.id, text)
    // All of it is known, so it need not be read back.
    const row = { id, user_id: member.id, text, ...author, like_count: 0, comment_count: 0 }
    return presentPost(settings, row, [], [])
  })

  serve('DELETE /api/posts/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    requireOwn(await findPost(db.kysely, id), member, NO_POST)
    const isDeleted = await deletePost(db, id, member.id)
    requireFound(isDeleted || undefined, NO_POST)
    return { msg: 'Post removed' }
  })

  serve('PUT /api/posts/like/:id', ({ member, params }) => {
    const id = requirePostId(params.id)
    return refuseMissingParent(db, member.id, NO_POST, () => likePost(db, member.id, id))
  })

  serve('PUT /api/posts/unlike/:id', async ({ member, params }) => {
    const likes = await unlikePost(db, member.id, requirePostId(params.id))
    return requireFound(likes, NO_POST)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body: { text } }) => {
    const postId = requirePostId(params.id)
    await commentLimit.take(member.id)
    const since = answers.version
    const author = await findAuthor(member.id)
    const comment = { id: newId(), user_id: member.id, text, ...author }
    prime(postId, comment, since)
    const ids = await refuseMissingParent(db, member.id, NO_POST, () => addComment(db, postId, comment))
    return newest(postId, ids)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const postId = requirePostId(params.id)
    const commentId = requireFound(asId(params.commentId), NO_COMMENT)
    const comment = await findComment(db.kysely, postId, commentId)
    if (!comment) await requirePost(postId)
    requireOwn(comment, member, NO_COMMENT)
    const ids = await deleteComment(db, postId, commentId)
    return newest(postId, requireFound(ids, NO_COMMENT))
  })

  serve('GET /api/marks', ({ member, query }) => findMarks(db.kysely, member.id, query.posts))
}
