import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, type Engine, openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { type CommunitySize, insertCommunity } from '../starters/community.ts'
import { startPostgres } from '../starters/postgres.ts'

export type Bench = { engine: Engine; url: string; remove(): Promise<void> }

/** An empty database of its own: a file beside the project's data, or a PostgreSQL with fsync on. */
export async function newDatabase(engine: Engine): Promise<Bench> {
  if (engine === 'sqlite') {
    // Not in a temporary file system: those may live in memory, where a commit costs nothing.
    const folder = mkdtempSync(join(import.meta.dirname, '../.cache-bench-'))
    return {
      engine,
      url: `sqlite:${join(folder, 'bench.db')}`,
      remove: async () => rmSync(folder, { recursive: true }),
    }
  }
  const server = await startPostgres(['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'])
  return { engine, url: server.url, remove: () => server.stop() }
}

export async function fillDatabase(
  { url, engine }: Bench,
  size: CommunitySize,
  title: string,
): Promise<void> {
  await withDatabase(url, async (db) => {
    await migrate(db)
    await insertCommunity(db, size, (done, all) => progress(title, done, all))
  })
  // What PostgreSQL does by itself within a minute of a bulk load.
  if (engine === 'postgres') await vacuum(url)
}

export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const BAR = 30

function progress(title: string, done: number, all: number): void {
  if (!process.stderr.isTTY && done < all) return
  const filled = Math.round((done / all) * BAR)
  process.stderr.write(
    `\r${title} ${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done.toLocaleString('en')}`,
  )
  if (done >= all) process.stderr.write('\n')
}

export function freeGigabytes(): number {
  const { bavail, bsize } = statfsSync('.')
  return (bavail * bsize) / 1e9
}
