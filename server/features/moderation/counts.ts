import { setImmediate } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { CommunityCounts } from '../../../contract/moderation.ts'
import type { Queryable } from '../../database/database.ts'
import { countRows } from '../../database/expressions.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { idAt, timeOfId } from '../../ids.ts'
import { visibleComments, visiblePosts } from '../visibility.ts'

const DAY = 86_400_000
const DAYS = 30
const ACTIVE = 7 * DAY
const POSTS_FOR_MEDIAN = 1_000

const members = (db: Queryable) => db.selectFrom('users').where('email', '<>', '')

export async function countCommunity(db: Queryable, now: number): Promise<CommunityCounts> {
  const today = Math.floor(now / DAY) * DAY
  const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY)
  return {
    members: await countInTurn(members(db)),
    active: await countActive(db, now - ACTIVE),
    posts: await countInTurn(visiblePosts(db)),
    comments: await countInTurn(visibleComments(db)),
    registrationsByDay: await countByDay(members(db), days),
    postsByDay: await countByDay(visiblePosts(db), days),
    medianAnswerSeconds: median(await answerTimes(db, now - DAYS * DAY)),
    date: new Date(now).toISOString(),
  }
}

type Rows = SelectQueryBuilder<Tables, 'users' | 'posts' | 'comments', object>

async function countInTurn(rows: Rows): Promise<number> {
  // On SQLite each query blocks the process.
  await setImmediate()
  return countRows(rows)
}

async function countActive(db: Queryable, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.count<number>('user_id').distinct().as('count'))
    .where('last_used_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countByDay(rows: Rows, days: number[]) {
  const counts: { date: string; count: number }[] = []
  for (const day of days) {
    const ofDay = rows.where('id', '>=', firstIdAt(day)).where('id', '<', firstIdAt(day + DAY))
    counts.push({ date: new Date(day).toISOString().slice(0, 10), count: await countInTurn(ofDay) })
  }
  return counts
}

function firstIdAt(moment: number): string {
  return idAt(moment, 0, new Uint8Array(8))
}

async function answerTimes(db: Queryable, since: number): Promise<number[]> {
  const firstAnswer = visibleComments(db)
    .select('comments.id')
    .where('comments.post_id', '=', sql<string>`posts.id`)
    .where('comments.user_id', '<>', sql<string>`posts.user_id`)
    .orderBy('comments.id')
    .limit(1)
  const rows = await visiblePosts(db)
    .select(['posts.id', firstAnswer.as('answer')])
    .where('posts.id', '>=', firstIdAt(since))
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
