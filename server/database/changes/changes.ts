import { sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Database, Queryable } from '../database.ts'
import { isPostgres } from '../expressions.ts'

// A topic names something that responses depend on, such as `user:ID`; `all` means every topic. A transaction
// records its topics in the same commit, and every process reads the new ones before it uses its cache.

/** With Citus, rows may be on other nodes than the record of their change. */
export const HAS_CITUS = "to_regclass('pg_catalog.pg_dist_partition') is not null"

const recorded = new WeakMap<Queryable, Set<string>>()

/** Written with the commit, so that every process sees a change no later than the rows. */
export function recordChanges(trx: Queryable, ...topics: string[]): void {
  const ofTransaction = recorded.get(trx)
  if (!ofTransaction) throw new Error('Changes are recorded in a transaction')
  for (const topic of topics) ofTransaction.add(topic)
}

export async function runRecorded<T>(
  trx: Queryable,
  work: (trx: Queryable) => T | Promise<T>,
): Promise<{ result: T; topics: string[] }> {
  const ofTransaction = new Set<string>()
  recorded.set(trx, ofTransaction)
  const result = await work(trx)
  const topics = [...ofTransaction]
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

/** A cache that is behind learns of deleted changes from the database; clocks differ between machines. */
export const CHANGES_REMEMBERED = 20 * 60_000

/** On PostgreSQL, represents all deleted changes, with the highest of their transaction numbers. */
export const FORGOTTEN = 'forgotten'

// Small enough that no other write waits noticeably.
const BATCH = 1_000

/** On SQLite the last change always stays, so that row numbers keep growing. */
export async function forgetOldChanges(db: Database): Promise<void> {
  const before = Date.now() - CHANGES_REMEMBERED
  await inBatches(() => forgetBatch(db, before))
}

async function forgetBatch(db: Database, before: number): Promise<{ done: boolean }> {
  const order = sql.ref(db.engine === 'sqlite' ? 'position' : 'xid')
  const { rows } = await sql<{ last: string | number; at: number }>`
    select ${order} as last, at from changes order by ${order} limit 1 offset ${BATCH}`.execute(db.kysely)
  const [newest] = rows
  if (!newest || newest.at >= before) return { done: true }
  // On PostgreSQL, one transaction may have recorded more changes than a batch, all with its number.
  const upTo = sql.raw(db.engine === 'sqlite' ? '<' : '<=')
  await db.transaction(async (trx) => {
    await sql`delete from changes where ${order} ${upTo} ${newest.last}`.execute(trx)
    if (db.engine === 'postgres') {
      await sql`insert into changes (xid, topic, at) values (${newest.last}, ${FORGOTTEN}, 0)`.execute(trx)
    }
  })
  return { done: false }
}

/** `topics` is undefined if unknown: without a position, or when some have been deleted or there are too many. */
export type Changes = { position: string; topics: string[] | undefined }

type ReadSince<Result> = (position: string | undefined, kinds?: readonly string[]) => Result

/** Topics of certain kinds are always in the same order. */
export type ChangeReader =
  | { immediate: true; since: ReadSince<Changes> }
  | { immediate: false; since: ReadSince<Promise<Changes>> }

/** For listeners that come back, whose position may be of another process. */
export type ChangeLog = ChangeReader & { readNewest(kinds: readonly string[]): Promise<NewestChanges> }

export type NewestChanges = {
  topics: string[]
  /** Undefined if some may be missing here, or if the texts, perhaps of a client, are no positions. */
  between(from: string, to: string): string[] | undefined
}

/** Beyond this, filling an empty cache is faster than applying the changes. */
export const MAX_CHANGES_READ = 10_000

/** Some milliseconds of work. */
export const NEWEST_ROWS = 5_000

/** The kind of a topic is the part before the colon. */
export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
