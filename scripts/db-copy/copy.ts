import { sql } from 'kysely'
import { recordChanges } from '../../server/database/changes.ts'
import type { Database, Queryable } from '../../server/database/database.ts'
import { listMigrations, migrate } from '../../server/database/migrate.ts'
import { touchShardsInTurn } from '../../server/database/placement.ts'
import type { Tables } from '../../server/database/tables.ts'
import { countRows, readTable, type Summary } from './read.ts'
import { type CopiedTable, copiedTables } from './tables.ts'

/** Why a copy is refused, in a sentence. */
export class CopyError extends Error {}

export type Progress = {
  step: 'copy' | 'check'
  table: string
  /** Rows so far, of so many. */
  done: number
  rows: number
}
export type Copied = { tables: Map<string, Summary>; writtenMeanwhile: boolean }

/**
 * Copies everything into an empty database in one transaction, so that whatever interrupts it leaves
 * the target empty and it can simply be started again. The source is read as it was at the start.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Copied> {
  await requireMigrated(source)
  await migrate(target)
  const tables = await requireSameTables(source, target)
  const { position } = await source.changes.since(undefined)

  const copied = await source.snapshot((from) =>
    target.transaction(async (to) => {
      await lockTables(target, to, tables)
      await requireEmpty(target, to, tables)
      const summaries = new Map<string, Summary>()
      for (const table of tables) summaries.set(table.name, await copyTable(from, to, table, onProgress))
      for (const table of tables) await checkTable(to, table, summaries.get(table.name), onProgress)
      if (target.engine === 'postgres') await sql`analyze`.execute(to)
      // A server that runs on the target already must not answer from what it remembers.
      await recordChanges(to, 'all')
      return summaries
    }),
  )
  return { tables: copied, writtenMeanwhile: await hasChanged(source, position, tables, copied) }
}

async function requireMigrated(source: Database): Promise<void> {
  const pending = (await listMigrations(source)).filter(({ applied }) => !applied)
  if (pending.length === 0) return
  throw new CopyError(
    `${source.location} is empty or of an older version: start this version's server on it once, then copy it.`,
  )
}

async function requireSameTables(source: Database, target: Database): Promise<CopiedTable[]> {
  const tables = await copiedTables(source)
  if (JSON.stringify(tables) !== JSON.stringify(await copiedTables(target))) {
    throw new CopyError(`${source.location} has other tables than this version makes; use its own version.`)
  }
  return tables
}

/** Nobody else may write until the copy is complete; SQLite lets in only one writer anyway. */
async function lockTables({ engine }: Database, to: Queryable, tables: CopiedTable[]): Promise<void> {
  if (engine === 'sqlite') return
  await touchShardsInTurn(to)
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(to)
}

async function requireEmpty(target: Database, to: Queryable, tables: CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to)
    if (rows.length > 0) throw new CopyError(`${target.location} is not empty, so nothing was copied.`)
  }
}

async function copyTable(
  from: Queryable,
  to: Queryable,
  table: CopiedTable,
  onProgress: (progress: Progress) => void,
): Promise<Summary> {
  const rows = await countRows(from, table)
  let done = 0
  onProgress({ step: 'copy', table: table.name, done, rows })
  return readTable(from, table, async (batch) => {
    await to
      .insertInto(table.name as keyof Tables)
      .values(batch)
      .execute()
    done += batch.length
    onProgress({ step: 'copy', table: table.name, done, rows })
  })
}

/** Reads back what was written, before it counts. */
async function checkTable(
  to: Queryable,
  table: CopiedTable,
  expected: Summary | undefined,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  let done = 0
  const rows = expected?.rows ?? 0
  onProgress({ step: 'check', table: table.name, done, rows })
  const found = await readTable(to, table, (batch) => {
    done += batch.length
    onProgress({ step: 'check', table: table.name, done, rows })
  })
  if (found.rows !== expected?.rows || found.sha256 !== expected.sha256) {
    throw new CopyError(
      `The copy of ${table.name} is not what was read (${found.rows} rows with checksum ${found.sha256}, ` +
        `expected ${expected?.rows} with ${expected?.sha256}), so nothing was kept.`,
    )
  }
}

/** Whether somebody wrote to the source after the moment that was copied. */
async function hasChanged(
  source: Database,
  position: string,
  tables: CopiedTable[],
  copied: Map<string, Summary>,
): Promise<boolean> {
  const { topics } = await source.changes.since(position)
  if (topics?.length !== 0) return true
  for (const table of tables) {
    if ((await countRows(source.kysely, table)) !== copied.get(table.name)?.rows) return true
  }
  return false
}
