import { COMMENT_BYTES_SHOWN } from '../../../contract/limits.ts'
import { Comment, Post } from '../../../contract/posts.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { document } from '../../platform/cache/document.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'
import { countWithin, joinParts } from '../../platform/cache/json.ts'
import { list } from '../../platform/cache/list.ts'
import { splitPage } from '../../platform/http/paging.ts'
import { findMentioned, mentionedIn, type People } from '../markdown/mentions.ts'
import { findComments, listAccepted, listComments } from './comments/queries.ts'
import { presentComment, type ThreadedRow } from './present.ts'
import { findPosts, type LoadedPost } from './queries.ts'
import { bytesOfWriting, IN_FEED, ON_POST, type ReactionLimits } from './reactions.ts'

export function postDocuments({ db, cache, settings }: Context) {
  const postWith = (limits: ReactionLimits) =>
    document<typeof Post, LoadedPost>(cache, {
      schema: Post,
      topic: topicOf.post,
      load: (ids) => findPosts(db, settings, ids, limits),
      dependsOn: ({ people }) => people.map(topicOf.person),
    })

  return { inFeed: postWith(IN_FEED), post: postWith(ON_POST) }
}

/** Everything that a loaded post shows. */
export const topicsOfPost = ({ _id, people }: LoadedPost) => [
  topicOf.post(_id),
  ...people.map(topicOf.person),
]

export type PostDocuments = ReturnType<typeof postDocuments>

const commentKey = (postId: string, id: string) => `${postId} ${id}`

type CommentsQuery = { postId: string; accepted: boolean }

/** Depends on the top comment of its thread, which it shows again once that is visible. */
type LoadedComment = Comment & { people: string[]; thread: string | null }

export type CommentDocuments = ReturnType<typeof commentDocuments>

export function commentDocuments({ db, cache, settings }: Context) {
  const present = (row: ThreadedRow, people: People): LoadedComment => ({
    ...presentComment(settings, row, people),
    people: [row.user_id, ...mentionedIn(row)],
    thread: row.parent_id,
  })

  const comment = document<typeof Comment, LoadedComment>(cache, {
    schema: Comment,
    topic: (key) => topicOf.comment(key.split(' ')[1] ?? ''),
    async load(keys) {
      const byPost = Map.groupBy(keys, (key) => key.split(' ')[0] ?? '')
      const found: [key: string, row: ThreadedRow][] = []
      for (const [postId, ofPost] of byPost) {
        const ids = ofPost.map((key) => key.split(' ')[1] ?? '')
        const rows = await findComments(db.kysely, postId, ids)
        found.push(...rows.map((row): [string, ThreadedRow] => [commentKey(postId, row.id), row]))
      }
      const people = await findMentioned(
        db.kysely,
        found.map(([, row]) => row),
      )
      return new Map(found.map(([key, row]) => [key, present(row, people)]))
    },
    dependsOn: ({ people, thread }) => [
      ...people.map(topicOf.person),
      ...(thread ? [topicOf.comment(thread)] : []),
    ],
    weigh: bytesOfWriting,
  })

  const comments = list(cache, {
    of: comment,
    path: ({ postId, accepted }: CommentsQuery) =>
      `/api/posts/${postId}/comments${accepted ? '?accepted=true' : ''}`,
    topic: ({ postId }) => topicOf.post(postId),
    async keys({ postId, accepted }, page) {
      const listed = await (accepted ? listAccepted : listComments)(db.kysely, postId, page)
      const { shown, isLast } = splitPage(listed, page)
      return { keys: shown.map((id) => ({ id: commentKey(postId, id), position: id })), isLast }
    },
  })

  const newest = async (postId: string, ids: string[]): Promise<HttpResponse> => {
    const parts = await comment.parts(ids.map((id) => commentKey(postId, id)))
    const count = countWithin(parts, COMMENT_BYTES_SHOWN, ({ weight }) => weight)
    return new HttpResponse(joinParts(parts.slice(0, count)))
  }

  const responseOf = (postId: string, id: string) => comment.response(commentKey(postId, id))

  return { comment: responseOf, comments, newest }
}
