import { after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { requireFound } from '../http/refusals.ts'
import type { Serve } from '../http/serve.ts'
import { asId } from '../ids.ts'
import { PostAnswers } from './answers.ts'
import {
  addComment,
  createPost,
  deleteComment,
  deletePost,
  likePost,
  NO_COMMENT,
  NO_POST,
  newestLikes,
  postExists,
  unlikePost,
} from './queries.ts'

const requirePostId = (text: string) => requireFound(asId(text), NO_POST)

export function postRoutes(serve: Serve, context: Context): void {
  const { db } = context
  const answers = new PostAnswers(context)
  const requirePost = (id: string) => after(answers.one(id), (answer) => requireFound(answer, NO_POST))

  serve('GET /api/posts', ({ page }) => answers.feed(page))

  serve('GET /api/posts/:id', ({ params }) => requirePost(requirePostId(params.id)))

  serve('GET /api/posts/:id/comments', async ({ params, page }) => {
    const id = requirePostId(params.id)
    requireFound((await postExists(db.kysely, id)) || undefined, NO_POST)
    return answers.comments(id, page)
  })

  serve('POST /api/posts', async ({ member, body: { text } }) => {
    const id = await db.transaction((trx) => createPost(trx, member.id, text))
    return answers.written(id, member.id, text)
  })

  serve('DELETE /api/posts/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    await db.transaction((trx) => deletePost(trx, member.id, id))
    return { msg: 'Post removed' }
  })

  serve('PUT /api/posts/like/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    await db.transaction((trx) => likePost(trx, member.id, id))
    return newestLikes(db.kysely, id)
  })

  serve('PUT /api/posts/unlike/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    await db.transaction((trx) => unlikePost(trx, member.id, id))
    return newestLikes(db.kysely, id)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body }) => {
    const id = requirePostId(params.id)
    await db.transaction((trx) => addComment(trx, member.id, id, body.text))
    return answers.newestComments(id)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const id = requirePostId(params.id)
    const commentId = requireFound(asId(params.commentId), NO_COMMENT)
    await db.transaction((trx) => deleteComment(trx, member.id, id, commentId))
    return answers.newestComments(id)
  })
}
