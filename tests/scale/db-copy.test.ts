import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandError } from '../../scripts/command.ts'
import { copyDatabase, type Progress } from '../../scripts/db-copy/copy.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { type Person, startApp } from '../app.ts'
import { fillCommunity } from './large-community.ts'

const LARGE = LONG
  ? { users: 3_000, posts: 100_000, likes: 50_000, comments: 20_000 }
  : { users: 2_000, posts: 10_000, likes: 5_000, comments: 2_000 }
const SMALL = { users: 20, posts: 2_500, likes: 30, comments: 40 }

const folder = mkdtempSync(join(tmpdir(), 'devconnector-copy-'))
let postgres: PostgresServer
let postgresUrl = ''
beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off'])
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sqlite = (name: string) => `sqlite:${join(mkdtempSync(join(folder, 'copy-')), `${name}.db`)}`

async function readResponses(url: string, { token }: Person): Promise<unknown[]> {
  const app = await startApp({ DATABASE_URL: url })
  const get = async (path: string) => {
    const { status, body, headers } = await app.call('GET', path, { token })
    return { path, status, body, link: headers.get('link') }
  }
  try {
    const responses = [await get('/api/auth'), await get('/api/auth/sessions')]
    for (const list of ['/api/posts', '/api/profile']) {
      let path: string | undefined = `${list}?limit=100`
      for (let page = 0; page < 20 && path; page++) {
        const response = await get(path)
        responses.push(response)
        path = /<(.*)>/.exec(response.link ?? '')?.[1]
      }
    }
    const { body: posts } = await get('/api/posts?limit=10')
    for (const { _id, user } of posts as { _id: string; user: string }[]) {
      responses.push(await get(`/api/posts/${_id}`), await get(`/api/posts/${_id}/comments`))
      responses.push(await get(`/api/profile/user/${user}`))
    }
    return responses
  } finally {
    await app.stop()
  }
}

async function withDatabases<T>(
  [from, to]: [string, string],
  work: (source: Database, target: Database) => Promise<T>,
): Promise<T> {
  const source = openDatabase(from)
  const target = openDatabase(to)
  try {
    return await work(source, target)
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

test(`${LARGE.posts} posts are copied to PostgreSQL and back, and every response stays the same`, async () => {
  const sourceUrl = sqlite('large')
  const returnUrl = sqlite('back')
  const app = await startApp({ DATABASE_URL: sourceUrl })
  await fillCommunity(app.db, LARGE)
  const member = await app.signUp('Mover')
  await app.stop()
  const read = () => hash('sha256', readFileSync(sourceUrl.slice('sqlite:'.length)))
  const before = read()

  postgresUrl = await createDatabase(postgres.url)
  const copied = await withDatabases([sourceUrl, postgresUrl], copyDatabase)
  expect(copied.sourceChanged).toBe(false)
  expect(Object.fromEntries([...copied.tables].map(([name, { rows }]) => [name, rows]))).toMatchObject({
    users: LARGE.users + 1,
    sessions: 1,
    profiles: LARGE.users,
    experience: LARGE.users,
    education: LARGE.users,
    posts: LARGE.posts,
    likes: LARGE.likes,
    comments: LARGE.comments,
  })
  const copiedBack = await withDatabases([postgresUrl, returnUrl], copyDatabase)
  expect([...copiedBack.tables]).toEqual([...copied.tables])
  expect(read()).toBe(before)

  const responses = await readResponses(sourceUrl, member)
  expect(responses.length).toBeGreaterThan(70)
  expect(responses.every((response) => (response as { status: number }).status === 200)).toBe(true)
  expect(await readResponses(postgresUrl, member)).toEqual(responses)
  expect(await readResponses(returnUrl, member)).toEqual(responses)
})

const source = sqlite('small')
beforeAll(async () => {
  const db = openDatabase(source)
  await migrate(db)
  await fillCommunity(db, SMALL)
  await db.close()
})

test('a copy is rejected if the target is not empty, and changes nothing there', async () => {
  const target = sqlite('full')
  await withDatabases([source, target], copyDatabase)
  await expect(withDatabases([source, target], copyDatabase)).rejects.toThrow(/is not empty/)
  await expect(withDatabases([source, postgresUrl], copyDatabase)).rejects.toThrow(CommandError)
  await withDatabases([source, target], async (from, to) => {
    expect(await countPosts(to)).toBe(await countPosts(from))
  })
})

test('a copy that was interrupted leaves nothing behind and can be started again', async () => {
  const target = sqlite('interrupted')
  const stop = ({ table, doneRows }: Progress) => {
    if (table === 'posts' && doneRows > 1_000) throw new Error('The power is out')
  }
  const interrupted = withDatabases([source, target], (from, to) => copyDatabase(from, to, stop))
  await expect(interrupted).rejects.toThrow('The power is out')
  await withDatabases([source, target], async (from, to) => {
    expect(await to.kysely.selectFrom('users').select('id').execute()).toEqual([])
    await copyDatabase(from, to)
    expect(await countPosts(to)).toBe(SMALL.posts)
  })
})

test('a copy is rolled back if it differs from what was read', async () => {
  await withDatabases([source, sqlite('meddled')], async (from, to) => {
    await migrate(to)
    await to.transaction((trx) =>
      sql`create trigger meddle after insert on posts when new.text like '2000 %'
        begin update posts set text = text || ' ' where id = new.id; end`.execute(trx),
    )
    await expect(copyDatabase(from, to)).rejects.toThrow(/The copy of posts differs from its source/)
    expect(await countPosts(to)).toBe(0)
  })
})

test('a copy is rejected if the source is not one of our databases, which stays unchanged', async () => {
  await withDatabases([sqlite('nothing'), sqlite('target')], async (from, to) => {
    await expect(copyDatabase(from, to)).rejects.toThrow(/empty or has the schema of an older version/)
    expect(await from.kysely.introspection.getTables()).toEqual([])
  })
})

test('a copy is a snapshot of the time it began, and warns if the source was written to in the meantime', async () => {
  const writer = new DatabaseSync(source.slice('sqlite:'.length))
  let posts = 0
  const write = ({ step, table }: Progress) => {
    if (step === 'copy' && table === 'sessions') writer.exec('delete from posts where rowid % 2')
  }
  const copied = await withDatabases([source, sqlite('busy')], async (from, to) => {
    const result = await copyDatabase(from, to, write)
    posts = await countPosts(to)
    return result
  })
  writer.close()
  expect(copied.sourceChanged).toBe(true)
  expect(posts).toBe(SMALL.posts)
})

test('a copy is visible at once to a server that runs on the target', async () => {
  const app = await startApp({ DATABASE_URL: sqlite('running') })
  expect((await app.call('GET', '/api/profile')).body).toEqual([])
  const from = openDatabase(source)
  await copyDatabase(from, app.db)
  await from.close()
  expect((await app.call('GET', '/api/profile')).body).toHaveLength(SMALL.users)
  await app.stop()
})

async function countPosts({ kysely }: Database): Promise<number> {
  return (await kysely.selectFrom('posts').select('id').execute()).length
}
