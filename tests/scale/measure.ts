// Measures the figures that docs/scale.md is based on: node tests/scale/measure.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { copyDatabase } from '../../scripts/db-copy/copy.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { HashQueue } from '../../server/features/accounts/passwords.ts'
import { createUser } from '../../server/features/accounts/register.ts'
import { openSession } from '../../server/features/accounts/sessions.ts'
import { startServer } from '../../test-support/built-server.ts'
import { startPostgres } from '../../test-support/postgres.ts'
import { fillCommunity } from './large-community.ts'

const COMMUNITY = { users: 20_000, posts: 100_000, likes: 500_000, comments: 200_000 }
const TABLES = ['users', 'profiles', 'experience', 'education', 'posts', 'likes', 'comments'] as const
const SECONDS = 8
const WRITERS = 32

const folder = mkdtempSync(join(tmpdir(), 'devconnector-measure-'))
const postgres = await startPostgres()
const file = join(folder, 'measured.db')
const small = openDatabase(`sqlite:${file}`)
const large = openDatabase(postgres.url, { timeout: 0 })
try {
  await migrate(small)
  await fillCommunity(small, COMMUNITY)
  const began = performance.now()
  const { tables } = await copyDatabase(small, large)
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  const seconds = (performance.now() - began) / 1000
  print(
    `db:copy, SQLite to PostgreSQL: ${rows} rows in ${seconds.toFixed(1)} s, ${rate(rows, seconds)} a second`,
  )

  for (const table of TABLES) {
    const count = tables.get(table)?.rows ?? 1
    const [own, inSqlite] = [await postgresSize(large, table), await sqliteSize(small, table)]
    print(`${table}: ${own / count} bytes a row on PostgreSQL, ${inSqlite / count} on SQLite, with indexes`)
  }
  const total = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    large.kysely,
  )
  print(`all: ${(total.rows[0]?.size ?? 0) / COMMUNITY.users} bytes a member on PostgreSQL`)
  for (const table of ['posts', 'comments'] as const) {
    const { rows } = await sql<{ length: number }>`
      select avg(octet_length(text))::int as length from ${sql.table(table)}`.execute(large.kysely)
    print(`${table}: ${rows[0]?.length} bytes of text on average`)
  }
  await measureIndex(large)
  await measureWrites('PostgreSQL, one process', postgres.url, large, 1, writePosts)
  await measureWrites('PostgreSQL, two processes', postgres.url, large, 2, writePosts)
  await measureWrites('PostgreSQL, two processes, all like one post', postgres.url, large, 2, likeOnePost)
  await measureWrites('SQLite, one process', `sqlite:${file}`, small, 1, writePosts)
  await measureHashes()
} finally {
  await Promise.all([small.close(), large.close()])
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function postgresSize({ kysely }: Database, table: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_total_relation_size(${table}) as size`.execute(
    kysely,
  )
  return Number(rows[0]?.size)
}

async function sqliteSize({ kysely }: Database, table: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select sum(pgsize) as size from dbstat
    where name in (select name from sqlite_schema where tbl_name = ${table})`.execute(kysely)
  return Number(rows[0]?.size)
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ _id: string }>
type Work = (call: Call, post: string) => Promise<void>

async function writePosts(call: Call): Promise<void> {
  const { _id } = await call('POST', '/api/posts', { text: 'Something to say, of a common length.' })
  await call('PUT', `/api/posts/like/${_id}`)
  await call('POST', `/api/posts/comment/${_id}`, { text: 'And something to answer.' })
}

async function likeOnePost(call: Call, post: string): Promise<void> {
  await call('PUT', `/api/posts/like/${post}`)
  await call('PUT', `/api/posts/unlike/${post}`)
}

/** Members who write continuously through the whole server. */
async function measureWrites(label: string, url: string, db: Database, processes: number, work: Work) {
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startServer({ DATABASE_URL: url })),
  )
  const posts = await db.kysely.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).execute()
  const before = await transactions(db)
  const end = performance.now() + SECONDS * 1000
  let writes = 0
  const writeOn = async (writer: number) => {
    const token = await signUp(db)
    const base = servers[writer % processes]?.base
    const call: Call = async (method, path, body) => {
      const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
      const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
      writes++
      return (await response.json()) as { _id: string }
    }
    while (performance.now() < end) await work(call, posts[0]?.id ?? '')
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(writer)))
  const each = ((await transactions(db)) - before) / writes
  const detail = db.engine === 'postgres' ? `, ${each.toFixed(1)} transactions each` : ''
  print(`writes, ${label}, ${WRITERS} writers: ${rate(writes, SECONDS)} a second${detail}`)
  await Promise.all(servers.map((server) => server.stop()))
}

function signUp(db: Database): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  return db.transaction(async (trx) =>
    openSession(trx, await createUser(trx, { name: 'W', email, passwordHash: 'x' }), 'measure'),
  )
}

async function measureIndex({ kysely }: Database): Promise<void> {
  const began = performance.now()
  await sql`create index measured on likes (id)`.execute(kysely)
  print(`an index on ${COMMUNITY.likes} likes: ${((performance.now() - began) / 1000).toFixed(2)} s`)
  await sql`drop index measured`.execute(kysely)
}

async function measureHashes(): Promise<void> {
  const hashes = new HashQueue()
  const count = 100
  const began = performance.now()
  await Promise.all(Array.from({ length: count }, () => hashes.hash('correct horse', 'localhost')))
  print(`passwords: ${rate(count, (performance.now() - began) / 1000)} hashes a second in one process`)
}

async function transactions({ engine, kysely }: Database): Promise<number> {
  if (engine === 'sqlite') return 0
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await sql<{ count: number }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(kysely)
  return Number(rows[0]?.count)
}

function rate(count: number, seconds: number): number {
  return Math.round(count / seconds)
}

function print(line: string): void {
  console.log(line.replace(/(\d+)\.\d+ bytes/g, '$1 bytes').replace(/, (\d+)\.\d+ on/g, ', $1 on'))
}

const others = loadavg()[0]?.toFixed(1)
console.log(`measured on ${availableParallelism()} cores with a load of ${others} at the end`)
