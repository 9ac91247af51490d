// Measures one PostgreSQL against a Citus cluster for docs/scale.md: node tests/scale/measure-citus.ts POSTS
// Both are filled with the same rows and measured in turn, so that other load on the machine slows down both equally.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distribute } from '../../scripts/db-distribute/distribute.ts'
import { createUser } from '../../server/accounts/queries.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { recordChanges } from '../../server/database/changes.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import { run } from '../../server/database/prepared.ts'
import { newestPosts } from '../../server/feeds/queries.ts'
import { newId } from '../../server/ids.ts'
import { findPosts } from '../../server/posts/queries.ts'
import { IN_FEED, ON_POST } from '../../server/posts/shown.ts'
import { readSettings } from '../../server/process/settings.ts'
import { type BuiltServer, startServer } from '../../starters/built-server.ts'
import { startCitus } from '../../starters/citus.ts'
import { cpuTime } from '../../starters/cpu-time.ts'
import { startPostgres } from '../../starters/postgres.ts'
import { fillBySql } from './sql-community.ts'

const POSTS = Number(process.argv[2] ?? 10_000)
const SHARDS = 32
const ROUNDS = 3
const SECONDS = 3
const WRITERS = 16
const PAGE = 50

type Target = { name: string; url: string; db: Database; servers: number[] }
type Work = (index: number) => Promise<unknown>
type Measured = { rate: number; databaseCpu: number }

const settings = readSettings({})
const postgres = await startPostgres()
const cluster = await startCitus()
try {
  const single = await fill('one PostgreSQL', postgres.url, [`${postgres.folder}/data`])
  const nodes = ['c', 'w1', 'w2'].map((node) => join(cluster.folder ?? '', node))
  const distributed = await fill('Citus', cluster.url, nodes)
  await distributeUnderLoad(distributed)
  const apps = new Map<Target, BuiltServer>()
  for (const target of [single, distributed]) {
    apps.set(target, await startServer({ DATABASE_URL: target.url, DATABASE_CONNECTIONS: String(WRITERS) }))
  }
  const works = new Map([...apps].map(([target, { base }]) => [target, worksOn(target, base)]))
  for (const name of Object.keys(works.get(single) ?? {})) {
    const results = new Map<Target, Measured[]>([...apps].map(([target]) => [target, []]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const [target, measured] of results) {
        const prepare = works.get(target)?.[name]
        if (prepare) measured.push(await measure(target, ...(await prepare())))
      }
    }
    for (const [target, measured] of results) print(target, name, measured)
  }
  for (const app of apps.values()) await app.stop()
  await Promise.all([single.db.close(), distributed.db.close()])
} finally {
  await postgres.stop()
  await cluster.stop()
}

async function fill(name: string, url: string, folders: string[]): Promise<Target> {
  const servers = folders.map((folder) =>
    Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10),
  )
  const db = openDatabase(url, { timeout: 0, connections: WRITERS })
  await migrate(db)
  // Tells it whether it has several nodes.
  await db.changes.since(undefined)
  const began = performance.now()
  await fillBySql(db, POSTS)
  console.log(`${name}: filled with ${POSTS} posts in ${seconds(performance.now() - began)}`)
  return { name, url, db, servers }
}

/** What is measured: the number of concurrent clients, and the work of each. */
function worksOn({ db }: Target, base: string): Record<string, () => Promise<[number, Work]>> {
  const { kysely } = db
  const idsOfPage = async () => (await listPosts(db, PAGE)).map(({ id }) => id)
  return {
    'ids of a page of the feed': async () => [1, () => listPosts(db, PAGE + 1)],
    'the posts of that page': async () => {
      const ids = await idsOfPage()
      return [1, () => findPosts(db, settings, ids, IN_FEED)]
    },
    'one post': async () => {
      const ids = await idsOfPage()
      return [1, (n) => findPosts(db, settings, ids.slice(n % PAGE, (n % PAGE) + 1), ON_POST)]
    },
    [`notes of a change, ${WRITERS} at once`]: async () => [
      WRITERS,
      () => recordChanges(kysely, `post:${newId()}`),
    ],
    [`posts through one process, ${WRITERS} at once`]: async () => [WRITERS, (await author(db, base)).post],
    [`likes of which authors are told, ${WRITERS} at once`]: async () => [
      WRITERS,
      await onNewPosts(db, base, 'like'),
    ],
    [`likes and their end, ${WRITERS} at once`]: async () => [
      WRITERS,
      await onNewPosts(db, base, 'likeAndUnlike'),
    ],
    [`comments of which authors are told, ${WRITERS} at once`]: async () => [
      WRITERS,
      await onNewPosts(db, base, 'comment'),
    ],
  }
}

async function listPosts({ kysely }: Database, limit: number) {
  const all = { part: 'all', author: null, tag: null } as const
  return (await run(kysely, newestPosts(kysely, all, { limit, before: undefined }))).rows
}

/** A member who likes, or comments on, posts that were created before the measurement. */
async function onNewPosts(
  db: Database,
  base: string,
  what: 'like' | 'likeAndUnlike' | 'comment',
): Promise<Work> {
  const posts = await listPosts(db, 5_000)
  const member = await author(db, base)
  return (n) => member[what](posts[n % posts.length]?.id ?? '')
}

async function author(db: Database, base: string) {
  const email = `${newId()}@example.com`
  const token = await db.transaction(async (trx) =>
    openSession(trx, await createUser(trx, { name: 'W', email, passwordHash: 'x' }), 'measure'),
  )
  const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    return (await response.json()) as { _id: string }
  }
  const like = (id: string) => call('PUT', `/api/posts/like/${id}`, {})
  return {
    post: () => call('POST', '/api/posts', { text: 'Something to say, of a common length.' }),
    like,
    async likeAndUnlike(id: string) {
      await like(id)
      await call('PUT', `/api/posts/unlike/${id}`, {})
    },
    comment: (id: string) => call('POST', `/api/posts/comment/${id}`, { text: 'And something to answer.' }),
  }
}

async function measure({ servers }: Target, atOnce: number, work: Work): Promise<Measured> {
  const began = performance.now()
  const cpu = cpuTime(servers)
  let count = 0
  const workOn = async () => {
    while (performance.now() < began + SECONDS * 1000) await work(count++)
  }
  await Promise.all(Array.from({ length: atOnce }, workOn))
  return {
    rate: count / ((performance.now() - began) / 1000),
    databaseCpu: (cpuTime(servers) - cpu) / count,
  }
}

/** Members write while the tables are moved; reports how long the slowest write waited. */
async function distributeUnderLoad({ db, url }: Target): Promise<void> {
  const server = await startServer({ DATABASE_URL: url })
  const { post } = await author(db, server.base)
  let [longest, failures, done] = [0, 0, false]
  const writing = (async () => {
    while (!done) {
      const began = performance.now()
      await post().catch(() => failures++)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  const began = performance.now()
  await distribute(db, SHARDS)
  console.log(`db:distribute took ${seconds(performance.now() - began)}`)
  done = true
  await writing
  console.log(`meanwhile the slowest post took ${seconds(longest)}; ${failures} were refused`)
  await server.stop()
}

/** The median of all rounds. */
function print({ name }: Target, what: string, measured: Measured[]): void {
  const median = (key: keyof Measured) => measured.map((each) => each[key]).sort((a, b) => a - b)[1] ?? 0
  const [rate, cpu] = [median('rate'), median('databaseCpu')]
  console.log(
    `${what}: ${name}: ${rate.toFixed(0)} a second, ${(1000 / rate).toFixed(2)} ms between, database CPU ${cpu.toFixed(2)} ms each`,
  )
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
