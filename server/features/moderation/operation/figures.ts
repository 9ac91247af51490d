import { type RawBuilder, sql } from 'kysely'
import type { Figures } from '../../../../contract/moderation.ts'
import type { Queryable } from '../../../database/database.ts'
import { isVisible } from '../../../database/hidden.ts'
import { idAt, timeOfId } from '../../../ids.ts'
import { untilTickHasTime } from '../../../ticks.ts'

const DAY = 86_400_000
const DAYS = 30
const ACTIVE = 7 * DAY
const POSTS_FOR_MEDIAN = 1_000

const COUNTED = { users: sql`email <> ''`, posts: sql`hidden = 0`, comments: sql`hidden = 0` }

/** Slow in a large community, so callers keep the result for a while. */
export async function countFigures(db: Queryable, now: number): Promise<Figures> {
  const today = Math.floor(now / DAY) * DAY
  const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY)
  return {
    members: await countRows(db, 'users', COUNTED.users),
    active: await countActive(db, now - ACTIVE),
    posts: await countRows(db, 'posts', COUNTED.posts),
    comments: await countRows(db, 'comments', COUNTED.comments),
    registrationsByDay: await countByDay(db, 'users', days),
    postsByDay: await countByDay(db, 'posts', days),
    medianAnswerSeconds: median(await answerTimes(db, now - DAYS * DAY)),
    date: new Date(now).toISOString(),
  }
}

async function countRows(
  db: Queryable,
  table: 'users' | 'posts' | 'comments',
  condition: RawBuilder<unknown>,
): Promise<number> {
  // On SQLite each query blocks the process.
  await untilTickHasTime()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

async function countActive(db: Queryable, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.count<number>('user_id').distinct().as('count'))
    .where('last_used_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ids contain their date, so each day is a range of the primary key. */
async function countByDay(db: Queryable, table: 'users' | 'posts', days: number[]) {
  const counts: { date: string; count: number }[] = []
  for (const day of days) {
    const range = sql`id >= ${firstIdAt(day)} and id < ${firstIdAt(day + DAY)} and ${COUNTED[table]}`
    counts.push({ date: new Date(day).toISOString().slice(0, 10), count: await countRows(db, table, range) })
  }
  return counts
}

function firstIdAt(moment: number): string {
  return idAt(moment, 0, new Uint8Array(8))
}

/** Milliseconds until someone else commented, for the newest posts that have such a comment. */
async function answerTimes(db: Queryable, since: number): Promise<number[]> {
  const firstAnswer = sql<string | null>`(
    select comments.id from comments
    where comments.post_id = posts.id and comments.user_id <> posts.user_id
      and comments.hidden = 0
    order by comments.id limit 1
  )`
  const rows = await db
    .selectFrom('posts')
    .select(['posts.id', firstAnswer.as('answer')])
    .where('posts.id', '>=', firstIdAt(since))
    .where(isVisible('posts'))
    .orderBy('posts.id', 'desc')
    .limit(POSTS_FOR_MEDIAN)
    .execute()
  return rows.flatMap(({ id, answer }) => (answer ? [timeOfId(answer) - timeOfId(id)] : []))
}

function median(times: number[]): number | null {
  if (times.length === 0) return null
  const sorted = times.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0)
  return Math.max(0, Math.round((lower + upper) / 2_000))
}
