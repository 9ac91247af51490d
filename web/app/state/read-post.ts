import type { Comment, Like, Post } from '../../../contract/posts.ts'
import { listOf, requireList, requireObject } from '../api/responses.ts'
import { unexpectedResponse } from '../api/results.ts'

type GivenLike = Like | string | { user: { _id: string } }

/** From a server of the specification: without counts, and with its own form of likes. */
type GivenPost = Omit<Post, 'likes' | 'likeCount' | 'comments' | 'commentCount'> & {
  likes?: GivenLike[] | null
  likeCount?: number
  comments?: Comment[] | null
  commentCount?: number
}

export function readPost(given: GivenPost): Post {
  requireObject(given, '_id')
  const likes = readLikes(listOf(given.likes))
  const comments = readComments(listOf(given.comments))
  return {
    ...given,
    likes,
    likeCount: given.likeCount ?? likes.length,
    comments,
    commentCount: given.commentCount ?? comments.length,
  }
}

export function readLikes(given: GivenLike[]): Like[] {
  if (!Array.isArray(given)) throw unexpectedResponse()
  return given.map((like) => ({ user: likerId(like) }))
}

export function readComments(given: Comment[]): Comment[] {
  return requireList(given).map((comment) => requireObject(comment, '_id'))
}

function likerId(like: GivenLike | null): string {
  const user = typeof like === 'string' ? like : like?.user
  return typeof user === 'string' ? user : (user?._id ?? '')
}

/** `marked` comes from the server, where the list is truncated. */
export function isLiked(post: Post, marked: boolean | undefined, userId: string | undefined): boolean {
  return marked ?? post.likes.some(({ user }) => user === userId)
}
