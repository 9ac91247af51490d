import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { until } from '../../test-support/polling.ts'
import { startPostgres } from '../../test-support/postgres.ts'
import { type ServerProcess, startReadyServer } from './server-process.ts'
import { SmallDisk } from './small-disk.ts'
import { readStored } from './stored-content.ts'
import { Writers } from './writers.ts'

const longText = () => randomBytes(4_500).toString('hex')

async function outliveAFullDisk(server: ServerProcess, disk: SmallDisk, url: string): Promise<void> {
  const token = await server.register('writer')
  const sleeper = await server.register('sleeper')
  await age(url)
  const writers = new Writers()
  writers.start(server, token)
  await until(async () => writers.acknowledged >= 20)
  disk.fill()
  // The database's files have some free space inside.
  await until(
    async () => (await server.call('POST', '/api/posts', token, { text: longText() })).status === 503,
  )
  await until(async () => writers.failures.length > 0)
  for (let read = 0; read < 20; read++) {
    expect((await server.call('GET', '/api/posts', token)).status).toBe(200)
    expect((await server.call('GET', '/api/profile')).status).toBe(200)
  }
  // The first use of a session in an hour would be recorded if the disk were writable.
  expect((await server.call('GET', '/api/auth', sleeper)).status).toBe(200)
  disk.free()
  const freed = writers.acknowledged
  await until(async () => writers.acknowledged > freed + 10)
  await writers.stop()
  expect(new Set(writers.failures.map(({ status }) => status))).toEqual(new Set([503]))
  expect(writers.failures.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(writers.withoutResponse).toBe(0)
  const { texts, faults } = await readStored(url)
  expect(faults).toEqual([])
  expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
  expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
  expect(await server.end('SIGTERM')).toBe(0)
}

test('with a full disk under SQLite, writes return 503, reads work, and no acknowledged write is lost', async (context) => {
  const disk = SmallDisk.mount(8)
  if (!disk) return context.skip()
  onTestFinished(() => disk.unmount())
  const url = `sqlite:${join(disk.folder, 'full.db')}`
  const server = await startReadyServer({ DATABASE_URL: url })
  await outliveAFullDisk(server, disk, url)
})

test.for(['SIGKILL', 'SIGTERM'] as const)(
  'after %s and with a full disk, a start under SQLite serves reads, and writes once there is room',
  async (signal, context) => {
    const disk = SmallDisk.mount(8)
    if (!disk) return context.skip()
    onTestFinished(() => disk.unmount())
    const environment = { DATABASE_URL: `sqlite:${join(disk.folder, 'full.db')}` }
    const previousServer = await startReadyServer(environment)
    const token = await previousServer.register('writer')
    const post = (server: ServerProcess) => server.call('POST', '/api/posts', token, { text: longText() })
    for (let count = 0; count < 20; count++) expect((await post(previousServer)).status).toBe(200)
    if (signal === 'SIGKILL') disk.fill()
    await previousServer.end(signal)
    disk.fill()

    const server = await startReadyServer(environment)
    const read = async () => {
      const { status, body } = await server.call('GET', '/api/posts', token)
      return { status, posts: (body as unknown[]).length }
    }
    expect(await read()).toEqual({ status: 200, posts: 20 })
    await until(async () => (await post(server)).status === 503)
    const storedPosts = (await read()).posts
    expect(await post(server)).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/\d/) })
    disk.free()
    await until(async () => (await post(server)).status === 200)
    expect(await read()).toEqual({ status: 200, posts: storedPosts + 1 })
    expect(await server.end('SIGTERM')).toBe(0)
  },
)

test('with a full disk under PostgreSQL, writes return 503, reads work, and no acknowledged write is lost', async (context) => {
  const disk = SmallDisk.mount(256)
  if (!disk) return context.skip()
  onTestFinished(() => disk.unmount())
  vi.stubEnv('TMPDIR', disk.folder)
  const postgres = await startPostgres(['-c', 'min_wal_size=80MB'])
  vi.unstubAllEnvs()
  onTestFinished(() => postgres.stop())
  await setLogSpaceAside(postgres.url)
  const server = await startReadyServer({ DATABASE_URL: postgres.url })
  await outliveAFullDisk(server, disk, postgres.url)
})

async function age(url: string): Promise<void> {
  const db = openDatabase(url)
  const hours = 5 * 60 * 60_000
  await db.transaction((trx) =>
    trx
      .updateTable('sessions')
      .set(({ eb }) => ({ last_used_at: eb('last_used_at', '-', hours) }))
      .execute(),
  )
  await db.close()
}

/** PostgreSQL stops when its write-ahead log has no space, so that is on another disk. */
async function setLogSpaceAside(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let segment = 0; segment < 4; segment++) {
    await client.query('create table if not exists filler (); select pg_switch_wal()')
    await client.query('drop table filler')
  }
  await client.query('checkpoint')
  await client.end()
}
