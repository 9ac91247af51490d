import { COMMENTS_IN_WINDOW, POSTS_IN_WINDOW, WRITES_WINDOW } from '../../contract/limits.ts'
import { after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { requireFound } from '../http/refusals.ts'
import type { Serve } from '../http/serve.ts'
import { asId, newId } from '../ids.ts'
import { PostAnswers } from './answers.ts'
import { NO_COMMENT } from './comment-queries.ts'
import { Discussions } from './discussions.ts'
import { findMarks } from './marks.ts'
import { createPost, deletePost, likePost, NO_POST, postExists, unlikePost } from './queries.ts'
import { WriteLimit } from './write-limit.ts'

const requirePostId = (text: string) => requireFound(asId(text), NO_POST)

export function postRoutes(serve: Serve, context: Context): void {
  const { db } = context
  const answers = new PostAnswers(context)
  const discussions = new Discussions(context)
  const posts = new WriteLimit(context, { kind: 'posts', most: POSTS_IN_WINDOW, window: WRITES_WINDOW })
  const comments = new WriteLimit(context, {
    kind: 'comments',
    most: COMMENTS_IN_WINDOW,
    window: WRITES_WINDOW,
  })
  const requirePost = (id: string) => after(answers.one(id), (answer) => requireFound(answer, NO_POST))

  serve('GET /api/posts', ({ page }) => answers.feed(page))

  serve('GET /api/posts/:id', ({ params }) => requirePost(requirePostId(params.id)))

  serve('GET /api/posts/:id/comments', async ({ params, page }) => {
    const id = requirePostId(params.id)
    requireFound((await postExists(db.kysely, id)) || undefined, NO_POST)
    return answers.comments(id, page)
  })

  serve('POST /api/posts', async ({ member, body: { text } }) => {
    await posts.take(member.id)
    const id = await createPost(db, member.id, text)
    return answers.written(id, member.id, text)
  })

  serve('DELETE /api/posts/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    await deletePost(db, member.id, id)
    return { msg: 'Post removed' }
  })

  serve('PUT /api/posts/like/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    return likePost(db, member.id, id)
  })

  serve('PUT /api/posts/unlike/:id', async ({ member, params }) => {
    const id = requirePostId(params.id)
    return unlikePost(db, member.id, id)
  })

  serve('POST /api/posts/comment/:id', async ({ member, params, body }) => {
    const id = requirePostId(params.id)
    await comments.take(member.id)
    const author = await answers.author(member.id)
    return discussions.add(id, { id: newId(), user_id: member.id, text: body.text, ...author })
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const id = requirePostId(params.id)
    const commentId = requireFound(asId(params.commentId), NO_COMMENT)
    return discussions.remove(id, commentId, member.id)
  })

  serve('GET /api/marks', ({ member, query }) => findMarks(db.kysely, member.id, query.posts))
}
