import { COMMENTS_SHOWN, COMMENTS_SHOWN_IN_FEED } from '../../contract/limits.ts'
import { Post } from '../../contract/posts.ts'
import { findUser } from '../accounts/queries.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Topic } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { joinList, ListAnswers } from '../http/list-answers.ts'
import { nextLink, type Page, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { badToken } from '../http/refusals.ts'
import { serialise } from '../http/serialise.ts'
import type { Settings } from '../settings.ts'
import { CommentParts } from './comment-parts.ts'
import { presentPost } from './present.ts'
import { findPosts, listComments, listPosts } from './queries.ts'

const postTopic = (id: string): Topic => `post:${id}`
const idOf = (topic: Topic) => topic.slice(topic.indexOf(':') + 1)

/** Posts and comments as they go out. */
export class PostAnswers {
  readonly #db: Database
  readonly #cache: FreshCache
  readonly #settings: Settings
  readonly #feed: ListAnswers
  readonly #comments: CommentParts

  constructor(context: Context) {
    const { db, cache, settings } = context
    this.#comments = new CommentParts(context)
    this.#db = db
    this.#cache = cache
    this.#settings = settings
    this.#feed = new ListAnswers(cache, {
      topic: 'posts',
      path: '/api/posts',
      async keys(page) {
        const { shown, next } = splitPage(await listPosts(db.kysely, page), page)
        return { topics: shown.map(({ id }) => postTopic(id)), next }
      },
      entries: async (missing) => {
        const posts = await this.#find(missing.map(idOf), COMMENTS_SHOWN_IN_FEED)
        return new Map([...posts].map(([id, post]) => [postTopic(id), Buffer.from(serialise(Post, post))]))
      },
    })
  }

  feed(page: Page): Awaitable<PreparedAnswer> {
    return this.#feed.page(page)
  }

  one(id: string): Awaitable<PreparedAnswer | undefined> {
    return this.#cache.get(
      postTopic(id),
      'answer',
      async () => {
        const post = (await this.#find([id], COMMENTS_SHOWN)).get(id)
        return post && new PreparedAnswer(serialise(Post, post))
      },
      (answer) => answer?.bytes.length ?? 0,
    )
  }

  newestComments(postId: string): Promise<PreparedAnswer> {
    return this.comments(postId, { limit: COMMENTS_SHOWN, before: undefined }, false)
  }

  async comments(postId: string, page: Page, linked = true): Promise<PreparedAnswer> {
    const { shown, next } = splitPage(await listComments(this.#db.kysely, postId, page), page)
    const parts = await this.#comments.of(shown.map(({ id }) => id))
    const link = linked && next ? nextLink(`/api/posts/${postId}/comments`, page.limit, next) : undefined
    return new PreparedAnswer(joinList(parts), link)
  }

  /** A post as it is the moment it was written: all of it is known but who wrote it. */
  async written(id: string, userId: string, text: string): Promise<PreparedAnswer> {
    const author = await this.#cache.get(
      `user:${userId}`,
      'author',
      () => findUser(this.#db.kysely, userId),
      () => 0,
    )
    if (!author) throw badToken()
    const { name, avatar_hash } = author
    const row = { id, user_id: userId, text, name, avatar_hash, like_count: 0, comment_count: 0 }
    return new PreparedAnswer(serialise(Post, presentPost(this.#settings, row, [], [])))
  }

  #find(ids: string[], commentsShown: number) {
    return this.#db.snapshot((trx) => findPosts(trx, this.#settings, ids, commentsShown))
  }
}
