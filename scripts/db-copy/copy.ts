import { sql } from 'kysely'
import { recordChanges } from '../../server/database/changes/changes.ts'
import type { Database, Queryable } from '../../server/database/database.ts'
import { touchShardsInTurn } from '../../server/database/schema/distribution.ts'
import { listMigrations, migrate } from '../../server/database/schema/migrate.ts'
import type { Tables } from '../../server/database/schema/tables.ts'
import { CommandError } from '../command.ts'
import { countRows, readTable, type Summary } from './read.ts'
import { type CopiedTable, copiedTables } from './tables.ts'

export type Progress = {
  step: 'copy' | 'check'
  table: string
  doneRows: number
  totalRows: number
}
export type Copied = { tables: Map<string, Summary>; sourceChanged: boolean }

/** One transaction, so that an interrupted copy leaves the target empty. */
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
      // Invalidates the caches of servers that already use the target.
      recordChanges(to, 'all')
      return summaries
    }),
  )
  return { tables: copied, sourceChanged: await hasChanged(source, position, tables, copied) }
}

async function requireMigrated(source: Database): Promise<void> {
  const pending = (await listMigrations(source)).filter(({ applied }) => !applied)
  if (pending.length === 0) return
  throw new CommandError(
    `${source.location} is empty or has the schema of an older version. Run npm run migrate on it, then copy it.`,
  )
}

async function requireSameTables(source: Database, target: Database): Promise<CopiedTable[]> {
  const tables = await copiedTables(source)
  if (JSON.stringify(tables) !== JSON.stringify(await copiedTables(target))) {
    throw new CommandError(
      `The schema of ${source.location} is not that of this version. Copy it with the version that wrote it.`,
    )
  }
  return tables
}

async function lockTables({ engine }: Database, to: Queryable, tables: CopiedTable[]): Promise<void> {
  if (engine === 'sqlite') return
  await touchShardsInTurn(to)
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(to)
}

async function requireEmpty(target: Database, to: Queryable, tables: CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to)
    if (rows.length > 0) throw new CommandError(`${target.location} is not empty. Nothing was copied.`)
  }
}

async function copyTable(
  from: Queryable,
  to: Queryable,
  table: CopiedTable,
  onProgress: (progress: Progress) => void,
): Promise<Summary> {
  const totalRows = await countRows(from, table)
  let doneRows = 0
  onProgress({ step: 'copy', table: table.name, doneRows, totalRows })
  return readTable(from, table, async (batch) => {
    await to
      .insertInto(table.name as keyof Tables)
      .values(batch)
      .execute()
    doneRows += batch.length
    onProgress({ step: 'copy', table: table.name, doneRows, totalRows })
  })
}

async function checkTable(
  to: Queryable,
  table: CopiedTable,
  expected: Summary | undefined,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  let doneRows = 0
  const totalRows = expected?.rows ?? 0
  onProgress({ step: 'check', table: table.name, doneRows, totalRows })
  const copy = await readTable(to, table, async (batch) => {
    doneRows += batch.length
    onProgress({ step: 'check', table: table.name, doneRows, totalRows })
  })
  if (copy.rows !== expected?.rows || copy.sha256 !== expected.sha256) {
    throw new CommandError(
      `The copy of ${table.name} differs from its source (${copy.rows} rows with checksum ${copy.sha256}, ` +
        `expected ${expected?.rows} with ${expected?.sha256}). Nothing was copied.`,
    )
  }
}

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
