import type { Queryable } from '../../database/database.ts'
import { REMOVED } from '../../database/hidden.ts'
import { asId } from '../../ids.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { NO_COMMENT, NO_POST, requirePostId } from '../posts/require.ts'

/** A post, or a comment on it, whether or not it is shown. */
export type Entry = {
  post: string
  comment: string | null
  author: string
  text: string
  /** Whether anyone can see it: neither it nor its post is hidden. */
  isShown: boolean
  isRemoved: boolean
}

const isRemoved = (hidden: number) => (hidden & REMOVED) !== 0

type Named = { post: string | null; comment: string | null }

/** Finds the comment that is named, with or without its post, or else the post. */
export async function requireEntry(db: Queryable, { post, comment }: Named): Promise<Entry> {
  const postId = post === null ? undefined : requirePostId(post)
  if (comment !== null) {
    const id = requireFound(asId(comment), NO_COMMENT)
    return requireFound((await findComments(db, [id], postId)).get(id), NO_COMMENT)
  }
  const id = requireFound(postId, NO_POST)
  return requireFound((await findPosts(db, [id])).get(id), NO_POST)
}

/** These posts and comments by their ids, as far as they exist. */
export async function findEntries(
  db: Queryable,
  named: { post_id: string | null; comment_id: string | null }[],
): Promise<Map<string, Entry>> {
  const comments = named.flatMap(({ comment_id }) => comment_id ?? [])
  const posts = named.flatMap(({ post_id, comment_id }) => (comment_id ? [] : (post_id ?? [])))
  return new Map([...(await findPosts(db, posts)), ...(await findComments(db, comments))])
}

async function findPosts(db: Queryable, ids: string[]): Promise<Map<string, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'hidden'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, user_id, text, hidden }) => [
      id,
      { post: id, comment: null, author: user_id, text, isShown: hidden === 0, isRemoved: isRemoved(hidden) },
    ]),
  )
}

async function findComments(db: Queryable, ids: string[], postId?: string): Promise<Map<string, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.post_id', 'comments.user_id', 'comments.text', 'comments.hidden'])
    .select('posts.hidden as post_hidden')
    .where('comments.id', 'in', ids)
    .$if(postId !== undefined, (query) => query.where('comments.post_id', '=', postId ?? ''))
    .execute()
  return new Map(
    rows.map(({ id, post_id, user_id, text, hidden, post_hidden }) => [
      id,
      {
        post: post_id,
        comment: id,
        author: user_id,
        text,
        isShown: hidden === 0 && post_hidden === 0,
        isRemoved: isRemoved(hidden),
      },
    ]),
  )
}
