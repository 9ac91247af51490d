// Measures one PostgreSQL against a Citus cluster for docs/scale.md: node tests/scale/measure-citus.ts POSTS
import { distribute } from '../../scripts/db-distribute/distribute.ts'
import { createUser } from '../../server/accounts/queries.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { recordChanges } from '../../server/database/changes.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import { newId } from '../../server/ids.ts'
import { startServer } from '../../starters/built-server.ts'
import { startCitus } from '../../starters/citus.ts'
import { startPostgres } from '../../starters/postgres.ts'
import { fillCommunity } from './large-community.ts'

const POSTS = Number(process.argv[2] ?? 10_000)
const SECONDS = 8
const WRITERS = 16
const READS = 200

const postgres = await startPostgres()
try {
  await measure('PostgreSQL', postgres.url, async () => {})
} finally {
  await postgres.stop()
}
const cluster = await startCitus()
try {
  await measure('Citus', cluster.url, distributeUnderLoad)
} finally {
  await cluster.stop()
}

async function measure(name: string, url: string, prepare: (db: Database, url: string) => Promise<void>) {
  const db = openDatabase(url, { timeout: 0, connections: WRITERS })
  await migrate(db)
  await fillCommunity(db, { users: POSTS / 5, posts: POSTS, likes: POSTS * 5, comments: POSTS * 2 })
  await prepare(db, url)
  const ids = await firstPosts(db)
  print(name, 'ids of a page of the feed', await median(() => firstPosts(db)))
  print(name, 'the posts of that page', await median(() => postsWithLikes(db, ids)))
  print(name, 'one post with its likes', await median(() => postsWithLikes(db, ids.slice(0, 1))))
  const noted = await perSecond(() => recordChanges(db.kysely, `post:${newId()}`))
  console.log(`${name}: ${noted} notes of a change a second, ${WRITERS} at once`)
  const server = await startServer({ DATABASE_URL: url })
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => writer(db, server.base)))
  const rounds = await perSecond((index) => (writers[index] ?? writers[0])?.() ?? Promise.resolve())
  console.log(`${name}: ${rounds * 3} writes a second (a post, its like, its comment), one process`)
  await server.stop()
  await db.close()
}

/** Reads and writes continue while the tables are moved; reports how long the slowest write waited. */
async function distributeUnderLoad(db: Database, url: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: url })
  const write = await writer(db, server.base)
  let [longest, failures, done] = [0, 0, false]
  const writing = (async () => {
    while (!done) {
      const began = performance.now()
      await write().catch(() => failures++)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  const began = performance.now()
  await distribute(db, 32)
  print('Citus', `db:distribute of ${POSTS} posts`, performance.now() - began)
  done = true
  await writing
  print('Citus', `meanwhile the slowest post, like and comment (${failures} refused)`, longest)
  await server.stop()
}

async function firstPosts({ kysely }: Database): Promise<string[]> {
  const rows = await kysely.selectFrom('posts').select('id').orderBy('id', 'desc').limit(51).execute()
  return rows.map(({ id }) => id)
}

function postsWithLikes({ kysely }: Database, ids: string[]): Promise<unknown> {
  return kysely
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .innerJoin('likes', 'likes.post_id', 'posts.id')
    .select(['posts.id', 'posts.text', 'users.name', 'likes.user_id'])
    .where('posts.id', 'in', ids)
    .execute()
}

async function writer(db: Database, base: string): Promise<() => Promise<void>> {
  const email = `${newId()}@example.com`
  const token = await db.transaction(async (trx) =>
    openSession(trx, await createUser(trx, { name: 'W', email, password: '' }, 'x'), 'measure'),
  )
  const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    return (await response.json()) as { _id: string }
  }
  return async () => {
    const { _id } = await call('POST', '/api/posts', { text: 'Something to say, of a common length.' })
    await call('PUT', `/api/posts/like/${_id}`, {})
    await call('POST', `/api/posts/comment/${_id}`, { text: 'And something to answer.' })
  }
}

async function perSecond(work: (index: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let count = 0
  const workOn = async (index: number) => {
    for (; performance.now() < end; count++) await work(index)
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => workOn(index)))
  return Math.round(count / SECONDS)
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let read = 0; read < READS; read++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[READS / 2] ?? 0
}

function print(name: string, what: string, milliseconds: number): void {
  console.log(`${name}: ${what}: ${milliseconds.toFixed(1)} ms`)
}
