import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { COMMENTS_IN_WINDOW, POSTS_IN_WINDOW, WRITES_WINDOW } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { deleteInBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { addressGroup } from '../../platform/http/client-address.ts'
import { tooMany } from '../../platform/http/refusals.ts'

export type Limit = { kind: string; max: number; window: number }

const LOGIN_WINDOW = 5 * 60_000
const LOGIN_BY_ACCOUNT: Limit = { kind: 'login-account', max: 20, window: LOGIN_WINDOW }
const LOGIN_BY_ADDRESS: Limit = { kind: 'login-address', max: 100, window: LOGIN_WINDOW }
export const RESET_REQUESTS: Limit = { kind: 'reset-address', max: 50, window: 60 * 60_000 }
export const PROVIDER_SIGN_INS: Limit = { kind: 'provider-sign-in', max: 300, window: LOGIN_WINDOW }
export const REGISTRATIONS: Limit = { kind: 'registration', max: 300, window: 10 * 60_000 }

type Counter = { limit: Limit; subject: string }

export const countByAddress = (context: Context, limit: Limit, ip: string) =>
  count(context, [{ limit, subject: addressGroup(ip) }])

export const countWrite = (context: Context, limit: Limit, subject: string) =>
  count(context, [{ limit, subject }])

/** Counts before the check, so that concurrent attempts cannot all pass. */
export async function tryPassword(
  context: Context,
  ip: string,
  account: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const address = addressGroup(ip)
  const counters = [
    { limit: LOGIN_BY_ACCOUNT, subject: `${account} ${address}` },
    { limit: LOGIN_BY_ADDRESS, subject: address },
  ]
  await count(context, counters)
  const isCorrect = await check()
  if (isCorrect && context.settings.rateLimit) {
    await context.db.transaction((trx) =>
      trx
        .updateTable('attempts')
        .set({ count: sql<number>`count - 1` })
        .where('key', 'in', counters.map(keyOf))
        .where('count', '>', 0)
        .execute(),
    )
  }
  return isCorrect
}

const keyOf = ({ limit, subject }: Counter) => hash('sha256', `${limit.kind} ${subject}`)

async function count({ settings, db }: Context, counters: Counter[]): Promise<void> {
  const retryAfter = settings.rateLimit ? await countAttempts(db, counters) : undefined
  if (retryAfter !== undefined) throw tooMany(retryAfter)
}

export function countAttempts(db: Database, counters: Counter[]): Promise<number | undefined> {
  return db.transaction((trx) => countIn(trx, counters))
}

export async function countIn(trx: Queryable, counters: Counter[]): Promise<number | undefined> {
  const now = Date.now()
  for (const counter of counters) {
    const { count, resets_at } = await addToCounter(trx, counter, 1, now).executeTakeFirstOrThrow()
    if (count > counter.limit.max) return Math.max(1, Math.ceil((resets_at - now) / 1000))
  }
  return undefined
}

export function addToCounter(db: Queryable, counter: Counter, by: number, now: number) {
  const hasPassed = sql`attempts.resets_at <= ${now}`
  return db
    .insertInto('attempts')
    .values({ key: keyOf(counter), count: by, resets_at: now + counter.limit.window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${hasPassed} then ${sql.lit(by)} else attempts.count + ${sql.lit(by)} end`,
        resets_at: sql<number>`case when ${hasPassed} then excluded.resets_at else attempts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
}

export function forgetOldAttempts(db: Database): Promise<void> {
  return deleteInBatches(db, 'attempts', 'key', sql`resets_at < ${Date.now()}`)
}

export const POSTS: Limit = { kind: 'posts', max: POSTS_IN_WINDOW, window: WRITES_WINDOW }
export const COMMENTS: Limit = { kind: 'comments', max: COMMENTS_IN_WINDOW, window: WRITES_WINDOW }
