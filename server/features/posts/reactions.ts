import { type RawBuilder, sql } from 'kysely'
import {
  COMMENT_BYTES_SHOWN,
  COMMENT_BYTES_SHOWN_IN_FEED,
  COMMENTS_SHOWN,
  COMMENTS_SHOWN_IN_FEED,
  LIKES_SHOWN,
  LIKES_SHOWN_IN_FEED,
} from '../../../contract/limits.ts'
import type { Comment } from '../../../contract/posts.ts'
import type { Queryable } from '../../database/database.ts'
import { FIRST_ID } from '../../ids.ts'
import { isVisible, visibleComments } from '../visibility.ts'

export type ReactionLimits = { likes: number; comments: number; commentBytes: number }

export const IN_FEED: ReactionLimits = {
  likes: LIKES_SHOWN_IN_FEED,
  comments: COMMENTS_SHOWN_IN_FEED,
  commentBytes: COMMENT_BYTES_SHOWN_IN_FEED,
}
export const ON_POST: ReactionLimits = {
  likes: LIKES_SHOWN,
  comments: COMMENTS_SHOWN,
  commentBytes: COMMENT_BYTES_SHOWN,
}

export const TEXT_ONLY: ReactionLimits = { likes: 0, comments: 0, commentBytes: 0 }

export const EACH_POST = sql<string>`${sql.ref('posts.id')}`

export function newestLikes(db: Queryable, { likes }: ReactionLimits, post: string | RawBuilder<string>) {
  return db
    .selectFrom('likes')
    .select('user_id as user')
    .where('post_id', '=', post)
    .orderBy('id', 'desc')
    .limit(sql.lit(likes))
}

export function newestComments(
  db: Queryable,
  { comments, commentBytes }: ReactionLimits,
  post: string | RawBuilder<string>,
) {
  const newest = commentIds(db, post).limit(sql.lit(comments))
  return commentRows(db)
    .where('comments.post_id', '=', post)
    .where('comments.id', '>=', oldestWithin(newest, commentBytes))
    .orderBy('comments.id', 'desc')
    .limit(sql.lit(comments))
}

export function commentRows(db: Queryable) {
  return visibleComments(db)
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('comments as parents', (join) =>
      join
        .onRef('parents.post_id', '=', 'comments.post_id')
        .onRef('parents.id', '=', 'comments.parent_id')
        .on(isVisible('parents')),
    )
    .select(['comments.id', 'comments.user_id', 'comments.text', 'comments.html'])
    .select(['comments.mentions', 'comments.version', 'comments.edited_at', 'comments.accepted'])
    .select('parents.id as parent')
    .select(['users.name', 'users.handle', 'users.avatar_hash', 'users.role'])
}

export function commentIds(db: Queryable, post: string | RawBuilder<string>) {
  return visibleComments(db).select('id').where('post_id', '=', post).orderBy('id', 'desc')
}

/** Null if even the newest is larger. Skips the slow running sums while the total is small. */
export function oldestWithin(newest: ReturnType<typeof commentIds>, bytes: number) {
  const sizes = newest.select(sql<number>`octet_length(text) + octet_length(html)`.as('size'))
  return sql<string>`case when (select sum(size) from ${sizes} as newest) <= ${sql.lit(bytes)}
    then ${sql.lit(FIRST_ID)}
    else (
      select id from (select id, sum(size) over (order by id desc) as bytes from ${sizes} as newest) as sums
      where bytes <= ${sql.lit(bytes)} order by id limit 1
    ) end`
}

const LONGEST_ESCAPE = 6

export function withinBytes(comments: Comment[], bytes: number): Comment[] {
  const atMost = comments.reduce(
    (sum, { text, html }) => sum + (text.length + html.length) * LONGEST_ESCAPE,
    0,
  )
  if (atMost <= bytes) return comments
  let sum = 0
  const end = comments.findIndex((comment) => {
    sum += bytesOfWriting(comment)
    return sum > bytes
  })
  return end === -1 ? comments : comments.slice(0, end)
}

function bytesOfWriting({ text, html }: { text: string; html: string }): number {
  return bytesInJson(text) + bytesInJson(html)
}

function bytesInJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}
