import { MOST } from '../../contract/limits.ts'
import { Comment, Post } from '../../contract/posts.ts'
import { findAuthor } from '../accounts/queries.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Topic } from '../database/changes.ts'
import { blockOf } from '../http/bytes.ts'
import { joinList, ListAnswers, Room } from '../http/list-answers.ts'
import { nextLink, type Page, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { badToken } from '../http/refusals.ts'
import { serialise } from '../http/serialise.ts'
import { listComments } from './comment-queries.ts'
import { presentComment, presentPost } from './present.ts'
import { findPosts, listPosts } from './queries.ts'
import { IN_FEED, ON_POST, type Shown } from './shown.ts'

const AUTHOR_SIZE = 2 * MOST.name + 200

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
        const { shown, isLast } = splitPage(await listPosts(db.kysely, page), page)
        return { keys: shown.map(({ id }) => ({ id, topic: postTopic(id) })), isLast }
      },
      entries: async (missing) => {
        const posts = await this.#find(missing.map(idOf), IN_FEED)
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
        const post = (await this.#find([id], ON_POST)).get(id)
        return post && new PreparedAnswer(serialise(Post, post))
      },
      (answer) => answer?.size ?? 0,
    )
  }

  async comments(postId: string, page: Page): Promise<PreparedAnswer> {
    const { db, settings } = this.#context
    const rows = await listComments(db.kysely, postId, page)
    const room = new Room()
    const parts: Buffer[] = []
    for (const row of rows.slice(0, page.limit)) {
      const part = Buffer.from(serialise(Comment, presentComment(settings, row)))
      if (!room.take(part.length)) break
      parts.push(part)
    }
    const end = parts.length < rows.length && rows[parts.length - 1]?.id
    const link = end ? nextLink(`/api/posts/${postId}/comments`, page.limit, end) : undefined
    return new PreparedAnswer(joinList(parts), link)
  }

  /** Who writes, as it stands beside what they write. */
  author(userId: string): Awaitable<{ name: string; avatar_hash: string }> {
    const { cache, db } = this.#context
    const found = cache.get(
      `user:${userId}`,
      'author',
      () => findAuthor(db.kysely, userId),
      () => AUTHOR_SIZE,
    )
    return after(found, (author) => {
      if (!author) throw badToken()
      return author
    })
  }

  /** A post as it is the moment it was written: all of it is known. */
  async written(id: string, userId: string, text: string): Promise<PreparedAnswer> {
    const author = await this.author(userId)
    const row = { id, user_id: userId, text, ...author, like_count: 0, comment_count: 0 }
    return new PreparedAnswer(serialise(Post, presentPost(this.#context.settings, row, [], [])))
  }

  #find(ids: string[], shown: Shown) {
    const { db, settings } = this.#context
    return findPosts(db.kysely, settings, ids, shown)
  }
}
