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
import { jsonList, jsonObject } from '../../database/expressions.ts'
import { FIRST_ID } from '../../ids.ts'
import type { CommentRow } from './present.ts'

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

// Both engines join lists in the order of the inner query.

/** If the id is known, pass it instead: a distributed database then uses one shard. */
export const OUTER_POST: RawBuilder<unknown> = sql.ref('posts.id')

export function newestLikers(limit: number, post = OUTER_POST) {
  return sql<string | null>`(
    select string_agg(cast(newest.user_id as text), ',')
    from (select user_id from likes where post_id = ${post} order by id desc limit ${limit}) as newest
  )`
}

const COMMENT_COLUMNS: (keyof CommentRow)[] = [
  ...(['id', 'user_id', 'text', 'html', 'render_version', 'mentions', 'version', 'edited_at'] as const),
  ...(['parent', 'accepted', 'name', 'handle', 'avatar_hash', 'role'] as const),
]

export function visibleParent(post: RawBuilder<unknown>) {
  return sql<string | null>`case when comments.parent_id is not null then (
    select parents.id from comments as parents
    where parents.post_id = ${post} and parents.id = comments.parent_id and parents.hidden = 0
  ) end`
}

export function newestComments(db: Queryable, { comments, commentBytes }: ReactionLimits, post = OUTER_POST) {
  const columns = Object.fromEntries(COMMENT_COLUMNS.map((name) => [name, sql.ref(`newest.${name}`)]))
  return sql<string | null>`(
    select cast(${jsonList(db, jsonObject(db, columns))} as text)
    from (
      select comments.*, ${visibleParent(post)} as parent,
        authors.name, authors.handle, authors.avatar_hash, authors.role
      from comments join users as authors on authors.id = comments.user_id
      where comments.post_id = ${post} and comments.hidden = 0
        and comments.id >= ${oldestWithin(sql`post_id = ${post} and hidden = 0`, comments, commentBytes)}
      order by comments.id desc limit ${comments}
    ) as newest
  )`
}

/** Null if even the newest is larger. Running sums are slow, so they run only for totals over the limit. */
export function oldestWithin(which: RawBuilder<unknown>, count: number, bytes: number) {
  const newest = sql`(
    select id, octet_length(text) + octet_length(html) as size from comments where ${which} order by id desc limit ${count}
  ) as newest`
  return sql<string>`case when (select sum(size) from ${newest}) <= ${bytes}
    then ${sql.lit(FIRST_ID)}
    else (
      select id from (select id, sum(size) over (order by id desc) as bytes from ${newest}) as newest
      where bytes <= ${bytes} order by id limit 1
    ) end`
}

export const readComments = (json: string | null): CommentRow[] => JSON.parse(json ?? '[]')

// A character such as U+0001 is escaped as six.
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

export function bytesOfWriting({ text, html }: { text: string; html: string }): number {
  return bytesInJson(text) + bytesInJson(html)
}

function bytesInJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}
