import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, type Engine, openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/schema/migrate.ts'
import { type CommunitySize, insertCommunity } from '../test-support/community.ts'
import { startPostgres } from '../test-support/postgres.ts'
import { withoutIndexes } from './index-rebuild.ts'

export type BenchDatabase = {
  engine: Engine
  url: string
  pid?: number
  remove(): Promise<void>
}

export async function createDatabase(engine: Engine): Promise<BenchDatabase> {
  if (engine === 'sqlite') {
    // The temporary folder may be in memory, where a commit costs nothing.
    const folder = mkdtempSync(join(import.meta.dirname, '../.cache-bench-'))
    return {
      engine,
      url: `sqlite:${join(folder, 'bench.db')}`,
      remove: async () => rmSync(folder, { recursive: true }),
    }
  }
  const server = await startPostgres(['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'])
  const pid = Number.parseInt(readFileSync(join(server.folder, 'data/postmaster.pid'), 'utf8'), 10)
  return { engine, url: server.url, pid, remove: () => server.stop() }
}

export async function fillDatabase(
  { url, engine }: BenchDatabase,
  size: CommunitySize,
  title: string,
): Promise<void> {
  await withDatabase(engine === 'postgres' ? withoutChecks(url) : url, async (db) => {
    await migrate(db)
    await withoutIndexes(db, () =>
      insertCommunity(db, size, (rows, totalRows) => showProgress(title, rows, totalRows)),
    )
  })
  // Autovacuum would do this within a minute of a bulk load.
  if (engine === 'postgres') await vacuum(url)
}

/** Checking the foreign keys would take longer than inserting the rows. */
function withoutChecks(url: string): string {
  const unchecked = new URL(url)
  unchecked.searchParams.set('options', '-c session_replication_role=replica')
  return unchecked.href
}

/** One statement may fill a table. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { timeout: 0 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Leaves no dirty pages that the database would write during a measurement. */
export async function vacuum(url: string, ...tables: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`vacuum analyze ${tables}`)
  await client.query('checkpoint')
  await client.end()
}

const BAR_WIDTH = 30

function showProgress(title: string, rows: number, totalRows: number): void {
  const isFinished = rows >= totalRows
  if (!process.stderr.isTTY && !isFinished) return
  const filled = Math.round((rows / totalRows) * BAR_WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  process.stderr.write(`\r${title} ${bar} ${rows.toLocaleString('en')}`)
  if (isFinished) process.stderr.write('\n')
}

export function freeGigabytes(): number {
  const { bavail, bsize } = statfsSync('.')
  return (bavail * bsize) / 1e9
}
