import { sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Database, Queryable } from '../database.ts'
import { isPostgres } from '../expressions.ts'

/** On Citus, rows may be on other nodes than the records of their changes. */
export const HAS_CITUS = "to_regclass('pg_catalog.pg_dist_partition') is not null"

const recorded = new WeakMap<Queryable, Set<string>>()

export function recordChanges(trx: Queryable, ...topics: string[]): void {
  const transactionTopics = recorded.get(trx)
  if (!transactionTopics) throw new Error('Changes are recorded in a transaction')
  for (const topic of topics) transactionTopics.add(topic)
}

export async function runRecorded<T>(
  trx: Queryable,
  work: (trx: Queryable) => T | Promise<T>,
): Promise<{ result: T; topics: string[] }> {
  const transactionTopics = new Set<string>()
  recorded.set(trx, transactionTopics)
  const result = await work(trx)
  const topics = [...transactionTopics]
  await insertChanges(trx, topics)
  return { result, topics }
}

export async function insertChanges(db: Queryable, topics: string[]): Promise<void> {
  if (topics.length === 0) return
  const rows = isPostgres(db)
    ? sql`select unnest(cast(${topics} as text[])), cast(${Date.now()} as bigint)`
    : sql`select value, ${Date.now()} from json_each(${JSON.stringify(topics)})`
  await sql`insert into changes (topic, at) ${rows}`.execute(db)
}

export const CHANGES_KEPT = 20 * 60_000

/** Stands for all deleted changes on PostgreSQL, with the highest of their transaction numbers. */
export const FORGOTTEN = 'forgotten'

const BATCH = 1_000

/** Keeps the last change on SQLite, so that row numbers keep growing. */
export async function forgetOldChanges(db: Database): Promise<void> {
  const before = Date.now() - CHANGES_KEPT
  await inBatches(() => forgetBatch(db, before))
}

async function forgetBatch(db: Database, before: number): Promise<{ done: boolean }> {
  const order = sql.ref(db.engine === 'sqlite' ? 'position' : 'xid')
  const { rows } = await sql<{ last: string | number; at: number }>`
    select ${order} as last, at from changes order by ${order} limit 1 offset ${BATCH}`.execute(db.kysely)
  const [newest] = rows
  if (!newest || newest.at >= before) return { done: true }
  // One PostgreSQL transaction may record more changes than a batch.
  const upTo = sql.raw(db.engine === 'sqlite' ? '<' : '<=')
  await db.transaction(async (trx) => {
    await sql`delete from changes where ${order} ${upTo} ${newest.last}`.execute(trx)
    if (db.engine === 'postgres') {
      await sql`insert into changes (xid, topic, at) values (${newest.last}, ${FORGOTTEN}, 0)`.execute(trx)
    }
  })
  return { done: false }
}

/** `topics` is undefined if some were deleted or there are too many. */
export type Changes = { position: string; topics: string[] | undefined }

type ReadSince<Result> = (position: string | undefined, kinds?: readonly string[]) => Result

/** If kinds are named, topics of one transaction always have the same order. */
export type ChangeReader =
  | { immediate: true; since: ReadSince<Changes> }
  | { immediate: false; since: ReadSince<Promise<Changes>> }

export type ChangeLog = ChangeReader & { readNewest(kinds: readonly string[]): Promise<NewestChanges> }

export type NewestChanges = {
  topics: string[]
  between(from: string, to: string): string[] | undefined
}

export const MAX_CHANGES_READ = 10_000

export const NEWEST_ROWS = 5_000

export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
