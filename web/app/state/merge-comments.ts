import { isDraft, original } from '@reduxjs/toolkit'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN, MAX_LENGTH } from '../../../contract/limits.ts'
import type { Comment, Post } from '../../../contract/posts.ts'

/** For reading a long list: a draft would make a draft of each item. */
export function plain<Item>(list: Item[]): Item[] {
  return isDraft(list) ? (original<unknown>(list) as Item[]) : list
}

export function withMoreComments(comments: Comment[], more: Comment[]): Comment[] {
  const known = new Set(plain(comments).map(({ _id }) => _id))
  const unknown = more.filter(({ _id }) => !known.has(_id))
  if (unknown.length === 0) return comments
  return [...plain(comments), ...unknown].sort(
    (one, other) => Number(one.date < other.date) - Number(one.date > other.date),
  )
}

/** Keeps comments older than those sent, of which nothing is known, and those written after the call. */
export function withCurrentComments(post: Post, sent: Comment[], known: Set<string>): Comment[] {
  const current = new Map(sent.map((comment) => [comment._id, comment]))
  const oldest = sent.length < post.commentCount ? (sent.at(-1)?.date ?? '') : ''
  const kept = plain(post.comments)
    .filter(({ _id, date }) => current.has(_id) || !known.has(_id) || date < oldest)
    .map((comment) => newerOf(comment, current.get(comment._id)))
  return withMoreComments(kept, sent)
}

function newerOf(comment: Comment, sent: Comment = comment): Comment {
  const keys = Object.keys(sent) as (keyof Comment)[]
  return keys.every((key) => sent[key] === comment[key]) ? comment : sent
}

/** The server sends the newest comments; known older ones follow them. */
export function withNewestComments({ comments, commentCount }: Post, newest: Comment[]) {
  if (!mayBeTruncated(newest)) return { comments: newest, count: newest.length, isContinuous: false }
  const older = olderThan(newest.at(-1), plain(comments))
  return { comments: [...newest, ...older], count: commentCount + 1, isContinuous: older.length > 0 }
}

const bytes = new TextEncoder()
const LONGEST_COMMENT = 4 * MAX_LENGTH.post

/** The server limits the number of comments and the size of their text. */
function mayBeTruncated(comments: Comment[]): boolean {
  const size = comments.reduce((sum, { text }) => sum + bytes.encode(text).length, 0)
  return comments.length >= COMMENTS_SHOWN || size + LONGEST_COMMENT > COMMENT_BYTES_SHOWN
}

function olderThan(last: Comment | undefined, comments: Comment[]): Comment[] {
  const at = comments.findIndex(({ _id }) => _id === last?._id)
  return at === -1 ? [] : comments.slice(at + 1)
}
