import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { asId } from '../../ids.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { COMMENT_NOT_FOUND, POST_NOT_FOUND, requirePostId } from '../posts/require.ts'
import { DELETED, isNotHiddenBecause, REMOVED } from '../visibility.ts'

export type Content = {
  post: string
  comment: string | null
  author: string
  text: string
  isVisible: boolean
  isRemoved: boolean
}

export async function requireContent(
  db: Queryable,
  { post, comment }: { post: string | null; comment: string | null },
): Promise<Content> {
  const postId = post === null ? undefined : requirePostId(post)
  if (comment !== null) {
    const id = requireFound(asId(comment), COMMENT_NOT_FOUND)
    return requireFound((await findComments(db, [id], postId)).get(id), COMMENT_NOT_FOUND)
  }
  const id = requireFound(postId, POST_NOT_FOUND)
  return requireFound((await findPosts(db, [id])).get(id), POST_NOT_FOUND)
}

export async function findContent(
  db: Queryable,
  rows: { post_id: string | null; comment_id: string | null }[],
): Promise<Map<string, Content>> {
  const comments = rows.flatMap(({ comment_id }) => comment_id ?? [])
  const posts = rows.flatMap(({ post_id, comment_id }) => (comment_id ? [] : (post_id ?? [])))
  return new Map([...(await findPosts(db, posts)), ...(await findComments(db, comments))])
}

// Moderators see hidden content, unless its author has deleted it.

type Row = { user_id: string; text: string; hidden: number }

type Ids = { post: string; comment: string | null }

const contentOf = ({ user_id, text, hidden }: Row, ids: Ids): Content => ({
  ...ids,
  author: user_id,
  text,
  isVisible: hidden === 0,
  isRemoved: (hidden & REMOVED) !== 0,
})

async function findPosts(db: Queryable, ids: string[]): Promise<Map<string, Content>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'hidden'])
    .where(isOneOf(db, 'id', ids))
    .where(isNotHiddenBecause(DELETED))
    .execute()
  return new Map(rows.map((row) => [row.id, contentOf(row, { post: row.id, comment: null })]))
}

async function findComments(db: Queryable, ids: string[], postId?: string): Promise<Map<string, Content>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.post_id', 'comments.user_id', 'comments.text', 'comments.hidden'])
    .select('posts.hidden as post_hidden')
    .where(isOneOf(db, 'comments.id', ids))
    .where(isNotHiddenBecause(DELETED, 'posts'))
    .$if(postId !== undefined, (query) => query.where('comments.post_id', '=', postId ?? ''))
    .execute()
  return new Map(
    rows.map((row) => {
      const content = contentOf(row, { post: row.post_id, comment: row.id })
      return [row.id, { ...content, isVisible: content.isVisible && row.post_hidden === 0 }]
    }),
  )
}
