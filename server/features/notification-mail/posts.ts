import { sql } from 'kysely'
import { CHARACTERS_READ, excerptOf } from '../../../contract/pages/excerpts.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { idAt } from '../../ids.ts'
import { findMutedOrBlocked } from '../accounts/blocks/queries.ts'
import { findWaitingQuestions } from '../feeds/recommendations/waiting-questions.ts'
import { visiblePosts } from '../visibility.ts'
import type { DigestPost } from './mails.ts'

const MAX_POSTS = 5
const WEEK = 7 * 24 * 60 * 60_000
const KEPT_FOR = 10 * 60_000

export function postFinder(context: Context) {
  const { db, cache } = context
  const readDiscussed = () =>
    cache.load('discussed posts', async () => ({
      value: await findDiscussed(db.kysely, Date.now()),
      topics: [],
      maxAge: KEPT_FOR,
    }))

  return {
    async questions(userId: string, since: string): Promise<DigestPost[]> {
      const waiting = await findWaitingQuestions(db, userId)
      const recent = waiting.filter((id) => id > since)
      return findPosts(db.kysely, recent, userId)
    },

    async discussed(userId: string): Promise<DigestPost[]> {
      return findPosts(db.kysely, await readDiscussed(), userId)
    },
  }
}

async function findDiscussed(db: Queryable, now: number): Promise<string[]> {
  const rows = await visiblePosts(db)
    .select('id')
    .where('id', '>', idAt(now - WEEK))
    .where('comment_count', '>', 0)
    .orderBy('comment_count', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * MAX_POSTS)
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves out own posts, and authors with a mute or block between them and the recipient. */
async function findPosts(db: Queryable, ids: string[], userId: string): Promise<DigestPost[]> {
  if (ids.length === 0) return []
  const rows = await visiblePosts(db)
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.comment_count', 'users.name'])
    .select(sql<string>`substr(posts.text, 1, ${sql.lit(CHARACTERS_READ)})`.as('text'))
    .where(isOneOf(db, 'posts.id', ids))
    .where('posts.user_id', '!=', userId)
    .execute()
  const authors = [...new Set(rows.map(({ user_id }) => user_id))]
  const mutedOrBlocked = await findMutedOrBlocked(db, [userId], authors)
  const posts = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => posts.get(id) ?? [])
    .filter(({ user_id }) => !mutedOrBlocked.has(user_id))
    .slice(0, MAX_POSTS)
    .map((row) => ({
      id: row.id,
      excerpt: excerptOf(row.text),
      name: row.name,
      comments: row.comment_count,
    }))
}
