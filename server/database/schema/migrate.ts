import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Database, Engine, Queryable } from '../database.ts'
import type { Migration } from './create-table.ts'
import { touchShardsInTurn } from './distribution.ts'
import { VERSION_0_1 } from './migrations/0.1.ts'
import { VERSION_0_2 } from './migrations/0.2.ts'
import { VERSION_0_3 } from './migrations/0.3.ts'

export const MIGRATIONS: readonly Migration[] = [...VERSION_0_1, ...VERSION_0_2, ...VERSION_0_3]

const OBSOLETE = [
  ...['024-search-buckets', '025-smaller-search', '026-tag-changes', '027-pending-words'],
  ...['028-frequent-words', '029-frequency-of-words', '030-rows-of-frequent-words'],
  '041-active-members',
]

const MIGRATION_LOCK = 7_236_001

export async function migrate(db: Database): Promise<string[]> {
  // SQLite must start on a full disk, so nothing is written if nothing is pending.
  const isCurrent = db.engine === 'sqlite' && pendingAfter(await recordedMigrations(db)).length === 0
  const applied = isCurrent ? [] : await db.transaction((trx) => applyPending(trx, db.engine))
  db.keepRollbacksInMemory?.()
  return applied
}

async function applyPending(trx: Queryable, engine: Engine): Promise<string[]> {
  if (engine === 'postgres') {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    await touchShardsInTurn(trx)
  }
  await sql`create table if not exists migrations (name text primary key, at bigint not null)`.execute(trx)
  const done = await appliedMigrations(trx)
  const pending = pendingAfter(done)
  if (engine === 'postgres' && done.length > 0) await forgetForeignChanges(trx)
  for (const { name, up } of pending) {
    await up(trx as unknown as Kysely<unknown>, engine)
    await trx.insertInto('migrations').values({ name, at: Date.now() }).execute()
  }
  return pending.map(({ name }) => name)
}

/** A restored dump has transaction numbers of another server; those still ahead would always look new. */
async function forgetForeignChanges(trx: Queryable): Promise<void> {
  await sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(trx)
}

export async function listMigrations(db: Database): Promise<{ name: string; applied: boolean }[]> {
  const done = await recordedMigrations(db)
  return MIGRATIONS.map(({ name }) => ({ name, applied: done.includes(name) }))
}

async function recordedMigrations({ kysely }: Database): Promise<string[]> {
  const tables = await kysely.introspection.getTables()
  return tables.some(({ name }) => name === 'migrations') ? appliedMigrations(kysely) : []
}

async function appliedMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Old code could write rows that newer code cannot read. */
function pendingAfter(done: string[]): Migration[] {
  const names = new Set([...MIGRATIONS.map(({ name }) => name), ...OBSOLETE])
  const newer = done.find((name) => !names.has(name))
  if (newer) {
    throw new StartError(
      `The database was migrated by a newer version (${newer}); start that version instead.`,
    )
  }
  return MIGRATIONS.filter(({ name }) => !done.includes(name))
}
