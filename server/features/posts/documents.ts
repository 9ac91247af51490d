import { COMMENT_BYTES_SHOWN } from '../../../contract/limits.ts'
import { Comment, Post } from '../../../contract/posts.ts'
import { type Awaitable, mapAwaitable } from '../../awaitable.ts'
import type { Context } from '../../context.ts'
import { Answer } from '../../platform/cache/answer.ts'
import { document } from '../../platform/cache/document.ts'
import { countWithin, joinParts } from '../../platform/cache/json-list.ts'
import { list } from '../../platform/cache/list.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { splitPage } from '../../platform/http/paging.ts'
import { badToken } from '../../platform/http/refusals.ts'
import { findAuthor } from '../accounts/queries.ts'
import { mentionTopics, showMentions } from '../markdown/mentions.ts'
import { findComments, listAccepted, listComments } from './comments/queries.ts'
import { type Author, presentComment, type ThreadedRow } from './present.ts'
import { findPosts } from './queries.ts'
import { bytesOfWriting, IN_FEED, ON_POST, type Shown } from './shown.ts'

const userTopic = (id: string) => `user:${id}`

/** The author, and everyone whom the text mentions. */
const peopleIn = ({ user, html }: Comment | Post) => [userTopic(user), ...mentionTopics(html)]

/** Posts as they are shown: in the feed, and alone with more of their likes and comments. */
export function postDocuments({ db, answers, settings }: Context) {
  const postShowing = (shown: Shown) =>
    document(answers, {
      schema: Post,
      topic: (id) => `post:${id}`,
      async load(ids) {
        const posts = await findPosts(db, settings, ids, shown)
        await showMentions(
          db.kysely,
          [...posts.values()].flatMap((post) => [post, ...post.comments]),
        )
        return posts
      },
      dependsOn: (post) => [post, ...post.comments].flatMap(peopleIn),
    })

  return { inFeed: postShowing(IN_FEED), post: postShowing(ON_POST) }
}

export type PostDocuments = ReturnType<typeof postDocuments>

/** A comment is found by its post, so its key names both. */
const commentKey = (postId: string, id: string) => `${postId} ${id}`

type CommentsQuery = { postId: string; accepted: boolean }

/** With the top comment of its thread, which may be hidden: once it is back, the comment shows it. */
type Threaded = Comment & { thread: string | null }

export type CommentDocuments = ReturnType<typeof commentDocuments>

export function commentDocuments({ db, answers, settings }: Context) {
  const present = (row: ThreadedRow): Threaded => ({
    ...presentComment(settings, row),
    thread: row.parent_id,
  })

  const comment = document<typeof Comment, Threaded>(answers, {
    schema: Comment,
    topic: (key) => `comment:${key.split(' ')[1]}`,
    async load(keys) {
      const byPost = Map.groupBy(keys, (key) => key.split(' ')[0] ?? '')
      const found = new Map<string, Threaded>()
      for (const [postId, ofPost] of byPost) {
        const rows = await findComments(
          db.kysely,
          postId,
          ofPost.map((key) => key.split(' ')[1] ?? ''),
        )
        for (const row of rows) found.set(commentKey(postId, row.id), present(row))
      }
      await showMentions(db.kysely, [...found.values()])
      return found
    },
    dependsOn: (value) => [...peopleIn(value), ...(value.thread ? [`comment:${value.thread}`] : [])],
    weigh: bytesOfWriting,
  })

  const comments = list(answers, {
    of: comment,
    path: ({ postId, accepted }: CommentsQuery) =>
      `/api/posts/${postId}/comments${accepted ? '?accepted=true' : ''}`,
    topic: ({ postId }) => `post:${postId}`,
    async keys({ postId, accepted }, page) {
      const listed = await (accepted ? listAccepted : listComments)(db.kysely, postId, page)
      const { shown, isLast } = splitPage(listed, page)
      return { keys: shown.map(({ id }) => ({ id: commentKey(postId, id), position: id })), isLast }
    },
  })

  /** The newest comments of a post, for the response to a new comment. */
  const newest = (postId: string, ids: string[]): Awaitable<Answer> =>
    mapAwaitable(comment.parts(ids.map((id) => commentKey(postId, id))), (parts) => {
      const count = countWithin(parts, COMMENT_BYTES_SHOWN, ({ weight }) => weight)
      return new Answer(joinParts(parts.slice(0, count)))
    })

  /** Caches a comment that is about to be written, so that it is not read back. */
  const prime = (postId: string, row: ThreadedRow, since: number) =>
    comment.prime(commentKey(postId, row.id), present(row), since)

  const answerOf = (postId: string, id: string) => comment.answer(commentKey(postId, id))

  return { comment: answerOf, comments, newest, prime }
}

/** The author of a new comment, as shown with it. */
export function authorFinder({ db, answers }: Context): (userId: string) => Awaitable<Author> {
  const find = lookup(answers, {
    load: (userId) => findAuthor(db.kysely, userId),
    dependsOn: (userId) => [userTopic(userId)],
  })
  return (userId) =>
    mapAwaitable(find(userId), (author) => {
      if (!author) throw badToken()
      return author
    })
}
