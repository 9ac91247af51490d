import { Type } from 'typebox'
import { COMMENTS_SHOWN, COMMENTS_SHOWN_IN_FEED } from '../../contract/limits.ts'
import { Comment, Post } from '../../contract/posts.ts'
import { findUser } from '../accounts/queries.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Topic } from '../database/changes.ts'
import { blockOf } from '../http/bytes.ts'
import { ListAnswers } from '../http/list-answers.ts'
import { nextLink, type Page, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { badToken } from '../http/refusals.ts'
import { serialise } from '../http/serialise.ts'
import { presentComment, presentPost } from './present.ts'
import { findPosts, listComments, listPosts } from './queries.ts'

const Comments = Type.Array(Comment)

const postTopic = (id: string): Topic => `post:${id}`
const idOf = (topic: Topic) => topic.slice(topic.indexOf(':') + 1)

/** Posts and comments as they go out. */
export class PostAnswers {
  readonly #context: Context
  readonly #feed: ListAnswers

  constructor(context: Context) {
    const { db, cache } = context
    this.#context = context
    this.#feed = new ListAnswers(cache, {
      topic: 'posts',
      path: '/api/posts',
      async keys(page) {
        const { shown, next } = splitPage(await listPosts(db.kysely, page), page)
        return { topics: shown.map(({ id }) => postTopic(id)), next }
      },
      entries: async (missing) => {
        const posts = await this.#find(missing.map(idOf), COMMENTS_SHOWN_IN_FEED)
        return new Map([...posts].map(([id, post]) => [postTopic(id), blockOf(serialise(Post, post))]))
      },
    })
  }

  feed(page: Page): Awaitable<PreparedAnswer> {
    return this.#feed.page(page)
  }

  one(id: string): Awaitable<PreparedAnswer | undefined> {
    return this.#context.cache.get(
      postTopic(id),
      'answer',
      async () => {
        const post = (await this.#find([id], COMMENTS_SHOWN)).get(id)
        return post && new PreparedAnswer(serialise(Post, post))
      },
      (answer) => answer?.size ?? 0,
    )
  }

  async comments(postId: string, page: Page): Promise<PreparedAnswer> {
    const { db, settings } = this.#context
    const { shown, next } = splitPage(await listComments(db.kysely, postId, page), page)
    const comments = shown.map((row) => presentComment(settings, row))
    const link = next && nextLink(`/api/posts/${postId}/comments`, page.limit, next)
    return new PreparedAnswer(serialise(Comments, comments), link)
  }

  /** Who writes, as it stands beside what they write. */
  author(userId: string): Awaitable<{ name: string; avatar_hash: string }> {
    const { cache, db } = this.#context
    const found = cache.get(
      `user:${userId}`,
      'author',
      () => findUser(db.kysely, userId),
      () => 0,
    )
    return after(found, (user) => {
      if (!user) throw badToken()
      return { name: user.name, avatar_hash: user.avatar_hash }
    })
  }

  /** A post as it is the moment it was written: all of it is known. */
  async written(id: string, userId: string, text: string): Promise<PreparedAnswer> {
    const author = await this.author(userId)
    const row = { id, user_id: userId, text, ...author, like_count: 0, comment_count: 0 }
    return new PreparedAnswer(serialise(Post, presentPost(this.#context.settings, row, [], [])))
  }

  #find(ids: string[], commentsShown: number) {
    const { db, settings } = this.#context
    return findPosts(db.kysely, settings, ids, commentsShown)
  }
}
