import { sql } from 'kysely'
import { findSilenced } from '../blocks/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import { isShown } from '../database/hidden.ts'
import { forMeFinder } from '../feeds/for-me.ts'
import { dateOfId, idAt } from '../ids.ts'
import { excerptOf } from '../notifications/excerpts.ts'
import { htmlOf } from '../writing/writing.ts'
import type { DigestPost } from './mails.ts'

const MOST = 5
const WEEK = 7 * 24 * 60 * 60_000
const REMEMBERED = 10 * 60_000

/** Finds posts that are worth telling of in a daily mail. */
export function postFinder(context: Context) {
  const { db } = context
  const findForMe = forMeFinder(context)
  let discussed: { ids: Promise<string[]>; until: number } | undefined

  return {
    /** Unanswered questions since a moment whose tags are among the reader's skills. */
    async questions(userId: string, since: number): Promise<DigestPost[]> {
      const { keys } = await findForMe(
        userId,
        { author: null, tag: null },
        { limit: MOST, before: undefined },
      )
      const newer = keys.map(({ id }) => id).filter((id) => Date.parse(dateOfId(id)) > since)
      return findPosts(db.kysely, newer, userId)
    },

    /** What was discussed most in the last week, the same for all readers. */
    async discussed(userId: string): Promise<DigestPost[]> {
      const now = Date.now()
      if (!discussed || discussed.until < now) {
        discussed = { ids: findDiscussed(db.kysely, now), until: now + REMEMBERED }
      }
      return findPosts(db.kysely, await discussed.ids, userId)
    },
  }
}

async function findDiscussed(db: Queryable, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '>', idAt(now - WEEK))
    .where(isShown('posts'))
    .where('comment_count', '>', 0)
    .orderBy('comment_count', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * MOST)
    .execute()
  return rows.map(({ id }) => id)
}

/** These posts in their order, without the reader's own and those of people whom they muted or blocked. */
async function findPosts(db: Queryable, ids: string[], userId: string): Promise<DigestPost[]> {
  if (ids.length === 0) return []
  const muted = (await findSilenced(db, 'mutes', [userId])).get(userId) ?? []
  const blocked = (await findSilenced(db, 'blocks', [userId])).get(userId) ?? []
  const left = new Set([userId, ...muted, ...blocked])
  const rows = await db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.cook', 'posts.comment_count', 'users.name'])
    .select(sql<string>`substr(posts.text, 1, 2000)`.as('text'))
    .select(sql<string>`substr(posts.html, 1, 2000)`.as('html'))
    .where('posts.id', 'in', ids)
    .where(isShown('posts'))
    .execute()
  const posts = new Map(
    rows
      .filter(({ user_id }) => !left.has(user_id))
      .map((row) => [
        row.id,
        { id: row.id, excerpt: excerptOf(htmlOf(row)), name: row.name, comments: row.comment_count },
      ]),
  )
  return ids.flatMap((id) => posts.get(id) ?? []).slice(0, MOST)
}
