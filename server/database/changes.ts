import { PostgresAdapter, sql } from 'kysely'
import { inBatches } from './batches.ts'
import type { Database, Queryable } from './database.ts'
import { prepare } from './prepared.ts'

// A topic names something that answers are made from, such as `user:ID`; `all` stands for every one. A
// transaction that changes something records its topics in the same commit, and every process reads what it
// has not seen yet before it trusts its cache.

const insertChange = prepare((db, topic: string, at: number) => insertChanges(db, [topic], at))

function insertChanges(db: Queryable, topics: string[], at: number) {
  const rows = topics.map((topic) => ({ topic, at }))
  return db.insertInto('changes').values(rows).returning(mayHaveNodes(db).as('nodes'))
}

/** Whether Citus is there, so that rows may be on other nodes than the note that they have changed. */
export const MAY_HAVE_NODES = "to_regclass('pg_catalog.pg_dist_partition') is not null"

function mayHaveNodes(db: Queryable) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  return postgres ? sql.raw<boolean>(MAY_HAVE_NODES) : sql.lit(false)
}

const toRepeat = new WeakMap<Queryable, string[]>()

export async function recordChanges(trx: Queryable, ...topics: string[]): Promise<void> {
  if (topics.length === 0) return
  const at = Date.now()
  let noted: { nodes: boolean }[] = []
  if (topics.length <= FEW) for (const topic of topics) noted = (await insertChange(trx, topic, at)).rows
  else noted = await insertChanges(trx, topics, at).execute()
  if (noted[0]?.nodes) toRepeat.set(trx, [...(toRepeat.get(trx) ?? []), ...topics])
}

/**
 * Notes again what a transaction has noted, after its commit. One that wrote on several nodes commits on the
 * coordinator first, and its notes with it: a cache may have read them, and then the rows of before on a node
 * that had yet to commit.
 */
export async function repeatChanges(db: Queryable, trx: Queryable): Promise<void> {
  const topics = toRepeat.get(trx)
  if (topics) await insertChanges(db, [...new Set(topics)], Date.now()).execute()
}

/**
 * How long changes are kept. A cache that comes later learns from the database that some were forgotten, and
 * starts over: no clock decides what it may trust, as those of other machines differ, and that of a
 * suspended one stands still.
 */
export const CHANGES_REMEMBERED = 20 * 60_000

/** A cache that is further behind starts over: going through more would take longer than filling it anew. */
export const MAX_CHANGES_READ = 10_000

/** Stands for all changes of PostgreSQL that were forgotten, under the highest of their numbers. */
export const FORGOTTEN = 'forgotten'
// One or two prepared statements take less time than building one for all.
const FEW = 4

// So few at a time that nobody waits for it.
const BATCH = 1_000

/** Goes through the changes in their own order, which is that of time; on SQLite the last one always stays. */
export async function forgetOldChanges(db: Database): Promise<void> {
  const before = Date.now() - CHANGES_REMEMBERED
  await inBatches(() => forgetBatch(db, before))
}

async function forgetBatch(db: Database, before: number): Promise<{ done: boolean }> {
  const order = sql.ref(db.engine === 'sqlite' ? 'position' : 'xid')
  const { rows } = await sql<{ place: string | number; at: number }>`
    select ${order} as place, at from changes order by ${order} limit 1 offset ${BATCH}`.execute(db.kysely)
  const [end] = rows
  if (!end || end.at >= before) return { done: true }
  // One transaction of PostgreSQL may have noted more than a batch, all under its one number.
  const upTo = sql.raw(db.engine === 'sqlite' ? '<' : '<=')
  await db.transaction(async (trx) => {
    await sql`delete from changes where ${order} ${upTo} ${end.place}`.execute(trx)
    if (db.engine === 'postgres') {
      await sql`insert into changes (xid, topic, at) values (${end.place}, ${FORGOTTEN}, 0)`.execute(trx)
    }
  })
  return { done: false }
}
