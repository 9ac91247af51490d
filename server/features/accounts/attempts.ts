import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { tooMany } from '../../platform/http/refusals.ts'
import { addressGroup } from '../../platform/traffic/addresses.ts'

/** A limit within a time window, counted in the database so that all processes share it. */
export type Limit = { kind: string; max: number; window: number }

const LOGIN_WINDOW = 5 * 60_000
const LOGIN_BY_ACCOUNT: Limit = { kind: 'login-account', max: 20, window: LOGIN_WINDOW }
const LOGIN_BY_ADDRESS: Limit = { kind: 'login-address', max: 100, window: LOGIN_WINDOW }
const RESET_BY_ADDRESS: Limit = { kind: 'reset-address', max: 50, window: 60 * 60_000 }
const PROVIDER_SIGN_IN: Limit = { kind: 'provider-sign-in', max: 300, window: LOGIN_WINDOW }
const REGISTRATION: Limit = { kind: 'registration', max: 300, window: 10 * 60_000 }

/** What is counted, and for whom. */
type Counted = { limit: Limit; subject: string }

export async function countRegistration(context: Context, ip: string): Promise<void> {
  await count(context, [{ limit: REGISTRATION, subject: addressGroup(ip) }])
}

/** Limits what one address can have this server ask the sign-in provider. */
export async function countProviderSignIn(context: Context, ip: string): Promise<void> {
  await count(context, [{ limit: PROVIDER_SIGN_IN, subject: addressGroup(ip) }])
}

/** Limits the mails that one address can request, to whatever recipients. See mail-limits.ts for those to one. */
export async function countReset(context: Context, ip: string): Promise<void> {
  await count(context, [{ limit: RESET_BY_ADDRESS, subject: addressGroup(ip) }])
}

/**
 * Limits password attempts. Each is counted before the check, or concurrent ones would all pass; a correct one is
 * subtracted again, so only failures count.
 */
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
  if (isCorrect) await uncount(context, counters)
  return isCorrect
}

/** Limits how much a member writes of a kind. */
export async function countWrite(context: Context, limit: Limit, userId: string): Promise<void> {
  await count(context, [{ limit, subject: userId }])
}

/** Keys are hashed, so that the table contains no emails or addresses. */
function keyOf({ limit, subject }: Counted): string {
  return hash('sha256', `${limit.kind} ${subject}`)
}

async function count({ settings, db }: Context, counters: Counted[]): Promise<void> {
  const retryAfter = settings.rateLimit ? await countWithin(db, counters) : undefined
  if (retryAfter !== undefined) throw tooMany(retryAfter)
}

/** Increments each counter; returns the seconds to wait if one is over its limit. */
export function countWithin(db: Database, counters: Counted[]): Promise<number | undefined> {
  return db.transaction((trx) => countIn(trx, counters))
}

/** The same as part of a transaction. */
export async function countIn(trx: Queryable, counters: Counted[]): Promise<number | undefined> {
  const now = Date.now()
  for (const each of counters) {
    const { count, resets_at } = await addToCounter(trx, each, 1, now).executeTakeFirstOrThrow()
    if (count > each.limit.max) return secondsUntil(resets_at, now)
  }
  return undefined
}

/** The query that adds to a counter, or starts it over when its window has passed. */
export function addToCounter(db: Queryable, counted: Counted, by: number, now: number) {
  return db
    .insertInto('attempts')
    .values({ key: keyOf(counted), count: by, resets_at: now + counted.limit.window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.resets_at <= ${now} then ${sql.lit(by)} else attempts.count + ${sql.lit(by)} end`,
        resets_at: sql<number>`case when attempts.resets_at <= ${now} then excluded.resets_at else attempts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
}

function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000))
}

async function uncount({ settings, db }: Context, counters: Counted[]): Promise<void> {
  if (!settings.rateLimit) return
  const keys = counters.map(keyOf)
  await db.transaction((trx) =>
    trx
      .updateTable('attempts')
      .set({ count: sql<number>`count - 1` })
      .where('key', 'in', keys)
      .where('count', '>', 0)
      .execute(),
  )
}

export async function forgetOldAttempts(db: Database): Promise<void> {
  await inBatches(() =>
    db.transaction(async (trx) => {
      const old = trx.selectFrom('attempts').select('key').where('resets_at', '<', Date.now()).limit(BATCH)
      const { numDeletedRows } = await trx.deleteFrom('attempts').where('key', 'in', old).executeTakeFirst()
      return { done: numDeletedRows < BATCH }
    }),
  )
}
