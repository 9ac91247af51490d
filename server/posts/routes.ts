import { Type } from 'typebox'
import { COMMENTS_SHOWN, COMMENTS_SHOWN_IN_FEED } from '../../contract/limits.ts'
import { Comment, Post } from '../../contract/posts.ts'
import { after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Topic } from '../database/changes.ts'
import { ListAnswers } from '../http/list-answers.ts'
import { nextLink, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { requireFound } from '../http/refusals.ts'
import { serialise } from '../http/serialise.ts'
import type { Serve } from '../http/serve.ts'
import { asId } from '../ids.ts'
import { presentComment } from './present.ts'
import {
  addComment,
  createPost,
  deleteComment,
  deletePost,
  findPosts,
  likePost,
  listComments,
  listPosts,
  NO_POST,
  newestComments,
  newestLikes,
  postExists,
  unlikePost,
} from './queries.ts'

const topicOf = (postId: string): Topic => `post:${postId}`
const postIdOf = (topic: Topic) => topic.slice('post:'.length)
const requirePostId = (text: string) => requireFound(asId(text), NO_POST)
const CommentList = Type.Array(Comment)

export function postRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings } = context

  const feed = new ListAnswers(cache, {
    topic: 'posts',
    path: '/api/posts',
    async keys(page) {
      const { shown, next } = splitPage(await listPosts(db.kysely, page), page)
      return { topics: shown.map((row) => topicOf(row.id)), next }
    },
    async entries(missing) {
      const ids = missing.map(postIdOf)
      const posts = await db.snapshot((trx) => findPosts(trx, settings, ids, COMMENTS_SHOWN_IN_FEED))
      return new Map([...posts].map(([id, post]) => [topicOf(id), Buffer.from(serialise(Post, post))]))
    },
  })

  const findAnswer = (id: string) =>
    cache.get(
      topicOf(id),
      'answer',
      async () => {
        const posts = await db.snapshot((trx) => findPosts(trx, settings, [id], COMMENTS_SHOWN))
        const post = posts.get(id)
        return post && new PreparedAnswer(serialise(Post, post))
      },
      (answer) => answer?.bytes.length ?? 0,
    )

  serve('GET /api/posts', ({ page }) => feed.page(page))

  serve('GET /api/posts/:id', ({ params }) =>
    after(findAnswer(requirePostId(params.id)), (answer) => requireFound(answer, NO_POST)),
  )

  serve('GET /api/posts/:id/comments', async ({ params, page }) => {
    const postId = requirePostId(params.id)
    const { shown, next } = splitPage(await listComments(db.kysely, postId, page), page)
    if (shown.length === 0) requireFound((await postExists(db.kysely, postId)) || undefined, NO_POST)
    const comments = shown.map((row) => presentComment(settings, row))
    const link = next && nextLink(`/api/posts/${postId}/comments`, page.limit, next)
    return new PreparedAnswer(serialise(CommentList, comments), link)
  })

  serve('POST /api/posts', async ({ member, body }) => {
    const id = await db.transaction((trx) => createPost(trx, member.id, body.text))
    return requireFound(await findAnswer(id), NO_POST)
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
    return newestComments(db.kysely, settings, id)
  })

  serve('DELETE /api/posts/comment/:id/:commentId', async ({ member, params }) => {
    const id = requirePostId(params.id)
    const commentId = requireFound(asId(params.commentId), 'Comment does not exist')
    await db.transaction((trx) => deleteComment(trx, member.id, id, commentId))
    return newestComments(db.kysely, settings, id)
  })
}
