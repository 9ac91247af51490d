import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import {
  type CitusCluster,
  citusSource,
  createBlank,
  killWorker,
  nodesOf,
  query,
  startCitus,
  startWorker,
} from '../../starters/citus.ts'
import { startPostgres } from '../../starters/postgres.ts'
import { until } from '../../starters/until.ts'
import { fillCommunity } from '../scale/large-community.ts'
import { LONG, type ServerProcess, startReadyServer } from './server-process.ts'
import { readStored } from './stored.ts'
import { Writers } from './writers.ts'

const FILLED = LONG
  ? { users: 20_000, posts: 100_000, likes: 500_000, comments: 200_000 }
  : { users: 500, posts: 10_000, likes: 20_000, comments: 10_000 }
// Until the worker accepts connections again, and Citus and the connection pools have noticed.
const RECOVERS_WITHIN = 30_000

let cluster: CitusCluster
beforeAll(async () => {
  if (citusSource) cluster = await startCitus()
})
afterAll(() => cluster?.stop())

/** Runs db:distribute, optionally kills it after a while, and returns its exit code and output. */
async function dbDistribute(url: string, killAfter?: number) {
  const child = spawn(process.execPath, ['scripts/db-distribute.ts', '--url', url, '--shards', '8'])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const ended = once(child, 'close')
  if (killAfter !== undefined) {
    await setTimeout(killAfter)
    child.kill('SIGKILL')
  }
  await ended
  return { code: child.exitCode, output }
}

async function requireNothingLost(url: string, writers: Writers, server: ServerProcess): Promise<void> {
  const { texts, faults } = await readStored(url)
  // Generated members have never signed in.
  expect(faults.filter((fault) => !fault.startsWith('no session'))).toEqual([])
  expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
  expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
  expect(server.output).not.toContain('"msg":"bug"')
  expect(writers.failures.filter(({ status }) => status !== 503)).toEqual([])
  expect(writers.failures.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
}

test.runIf(citusSource)(
  'a filled database is distributed while members write, and a worker is killed',
  async () => {
    const url = await createBlank(cluster.url)
    const db = openDatabase(url, { timeout: 0 })
    await migrate(db)
    await fillCommunity(db, FILLED)
    await db.close()
    const server = await startReadyServer({ DATABASE_URL: url })
    const token = await server.register('writer')
    const writers = new Writers()
    writers.start(server, token)
    await until(async () => writers.acknowledged > 20)

    await dbDistribute(url, 1_500)
    const { code, output } = await dbDistribute(url)
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Every table is at its home'),
    })
    const distributed = writers.acknowledged
    await until(async () => writers.acknowledged > distributed + 20)
    await writers.stop()
    await requireNothingLost(url, writers, server)
    expect(await query(url, 'select count(*)::int as count from posts')).toEqual([
      { count: expect.any(Number) },
    ])
    // There is nothing left to do.
    expect((await dbDistribute(url)).output).not.toContain('rows in')

    if (!cluster.folder) return
    writers.start(server, token, 8)
    await killWorker(cluster.folder, 'w1')
    const [refused, written] = [writers.failures.length, writers.acknowledged]
    // Rows on the other worker stay available.
    await until(async () => writers.failures.length > refused + 8 && writers.acknowledged > written + 8)
    // Sessions are on the coordinator, and who has an account is known everywhere.
    for (const path of ['/api/auth', '/api/auth/sessions']) {
      expect((await server.call('GET', path, token)).status).toBe(200)
    }
    const login = { email: 'writer@example.com', password: 'correct horse' }
    expect((await server.call('POST', '/api/auth', undefined, login)).status).toBe(200)
    // A new account has to reach every node.
    const registration = { name: 'New', email: 'late@example.com', password: 'correct horse' }
    expect(await server.call('POST', '/api/users', undefined, registration)).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
    })
    await startWorker(cluster.folder, 'w1')
    const back = performance.now()
    await until(async () => {
      const before = writers.failures.length
      const mark = writers.acknowledged
      await until(async () => writers.acknowledged > mark + 40 || writers.failures.length > before)
      return writers.failures.length === before
    }, RECOVERS_WITHIN)
    expect(performance.now() - back).toBeLessThan(RECOVERS_WITHIN)
    await writers.stop()
    await requireNothingLost(url, writers, server)
  },
)

test.runIf(citusSource)('db:distribute explains in one line why it cannot run', async () => {
  const [, worker = ''] = await nodesOf(cluster.url)
  expect((await dbDistribute(worker)).output).toContain('This is a worker')
  const postgres = await startPostgres()
  try {
    const { code, output } = await dbDistribute(postgres.url)
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('create extension citus'),
    })
  } finally {
    await postgres.stop()
  }
  const url = await createBlank(cluster.url)
  await query(url, 'select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid > 0')
  expect((await dbDistribute(url)).output).toContain('The cluster has no workers')
})
