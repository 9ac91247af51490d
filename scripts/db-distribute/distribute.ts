import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../server/database/database.ts'
import { isConflict } from '../../server/database/faults.ts'
import {
  distributeTable,
  hasCitus,
  type TableName,
  tablesIn,
  tablesToDistribute,
  touchShardsInTurn,
} from '../../server/database/schema/distribution.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import type { Group } from '../../server/database/schema/tables.ts'
import { fullTextOf } from '../../server/features/search/full-text.ts'
import { restartIndex } from '../../server/features/search/indexer.ts'
import { CommandError } from '../command.ts'

export type Step = { table: TableName; group: Group; rows: number; milliseconds: number }
type ForeignKey = { table: string; name: string; definition: string }

// Foreign keys of all other tables refer to the reference tables.
const ORDER: Group[] = ['reference', 'profiles', 'posts', 'pictures']

const MAX_ATTEMPTS = 50
const PAUSE = 300

// Any constant works; concurrent runs wait for each other.
const DISTRIBUTION_LOCK = 7_236_002

/** One transaction per group, so that another run can continue after an interruption. */
export async function distribute(
  db: Database,
  shards: number,
  onStep: (step: Step) => void = () => {},
): Promise<void> {
  const workers = await requireCluster(db)
  if (shards < workers) throw new CommandError(`${shards} shards leave some of the ${workers} workers idle.`)
  await migrate(db)
  for (const group of ORDER) {
    // Reported after the commit, because a transaction may be retried.
    const steps = await retryDeadlocks(() => db.transaction((trx) => distributeGroup(trx, group, shards)))
    for (const step of steps) onStep(step)
  }
  await retryDeadlocks(() => db.transaction(dropLeftovers))
  await sql`analyze`.execute(db.kysely)
}

/** Writes to several nodes lock in another order, and Citus often cancels this transaction in a deadlock. */
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      await setTimeout(Math.random() * PAUSE)
    }
  }
}

async function requireCluster({ engine, kysely }: Database): Promise<number> {
  if (engine !== 'postgres') throw new CommandError('Only a PostgreSQL database can be distributed.')
  if (!(await hasCitus(kysely))) {
    throw new CommandError(
      'The Citus extension is not in this database: run "create extension citus" in it on the coordinator and on every worker.',
    )
  }
  const { rows } = await sql<{ group: number; workers: number; coordinators: number }>`
    select (select groupid from pg_dist_local_group) as group,
      count(*) filter (where groupid > 0 and isactive) as workers,
      count(*) filter (where groupid = 0) as coordinators
    from pg_dist_node`.execute(kysely)
  const { group = 0, workers = 0, coordinators = 0 } = rows[0] ?? {}
  if (group !== 0) throw new CommandError('This is a worker: give the address of the coordinator.')
  if (workers === 0) {
    throw new CommandError(
      'The cluster has no workers: add each with "select citus_add_node(\'HOST\', 5432)" on the coordinator.',
    )
  }
  if (coordinators === 0) {
    throw new CommandError(
      'The workers do not know the coordinator: run "select citus_set_coordinator_host(\'HOST\', 5432)" on it.',
    )
  }
  return workers
}

async function distributeGroup(trx: Queryable, group: Group, shards: number): Promise<Step[]> {
  await sql`select pg_advisory_xact_lock(${DISTRIBUTION_LOCK})`.execute(trx)
  const tables = await tablesToDistribute(trx, group)
  if (tables.length === 0) return []
  // A table with a foreign key to a reference table may follow one without.
  await touchShardsInTurn(trx)
  await sql`select set_config('citus.shard_count', ${String(shards)}, true)`.execute(trx)
  await lockTables(trx)
  for (const table of ['search_documents', 'search_people'] as const) {
    if (!tables.includes(table)) continue
    // Reindexing takes no longer than moving the partitions.
    await fullTextOf(trx).clear(trx, table)
    await restartIndex(trx)
  }
  const keys = await foreignKeysInto(trx, group)
  for (const { table, name } of keys)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(trx)
  const steps: Step[] = []
  for (const table of tables) {
    const began = performance.now()
    const rows = await countRows(trx, table)
    await distributeTable(trx, table)
    steps.push({ table, group, rows, milliseconds: performance.now() - began })
  }
  for (const { table, name, definition } of keys) {
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(trx)
  }
  return steps
}

/** Taking the locks one by one could deadlock. */
async function lockTables(trx: Queryable): Promise<void> {
  const tables = [...ORDER, 'local' as const].flatMap(tablesIn)
  // Every process polls these tables for changes.
  const locked = tables.filter((table) => table !== 'changes' && table !== 'migrations')
  await sql`lock table ${sql.join(locked.map((table) => sql.table(table)))} in access exclusive mode`.execute(
    trx,
  )
}

async function foreignKeysInto(trx: Queryable, group: Group): Promise<ForeignKey[]> {
  if (group === 'reference') return []
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and confrelid::regclass::text in (${sql.join(tablesIn(group))})
    order by 1, 2`.execute(trx)
  return rows
}

async function countRows(trx: Queryable, table: TableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    trx,
  )
  return Number(rows[0]?.count)
}

/** Moved rows still occupy the coordinator's disk. */
async function dropLeftovers(trx: Queryable): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relname in (${sql.join(ORDER.flatMap(tablesIn))})
      and pg_relation_size(oid) > 0`.execute(trx)
  if (rows.length === 0) return
  await lockTables(trx)
  for (const { name } of rows) {
    await sql`select truncate_local_data_after_distributing_table(${name})`.execute(trx)
  }
}
