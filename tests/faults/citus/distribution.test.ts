import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CitusCluster,
  citusSource,
  createBlank,
  nodesOf,
  ownCluster,
  startCitus,
} from '../../../test-support/citus.ts'
import { killNode, startNode } from '../../../test-support/citus-nodes.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { until } from '../../../test-support/polling.ts'
import { startPostgres } from '../../../test-support/postgres.ts'
import { query } from '../../../test-support/postgres-query.ts'
import { startReadyServer } from '../server-process.ts'
import { Writers } from '../writers.ts'
import { DISTRIBUTED, dbDistribute, fillDatabase, LARGE, requireNothingLost } from './distributed.ts'

// Includes the time in which Citus and the connection pools notice the worker.
const RECOVERS_WITHIN = 30_000

let cluster: CitusCluster
beforeAll(async () => {
  if (citusSource) cluster = await startCitus()
})
afterAll(() => cluster?.stop())

test.runIf(citusSource && LONG)(
  'a filled database is distributed while members write, and a worker is killed',
  async () => {
    const url = await createBlank(cluster.url)
    await fillDatabase(url, LARGE)
    const server = await startReadyServer({ DATABASE_URL: url })
    const token = await server.register('writer')
    const writers = new Writers()
    writers.start(server, token)
    await until(async () => writers.acknowledged > 20)

    await dbDistribute(url, { killAfter: 1_500 })
    expect(await dbDistribute(url)).toMatchObject(DISTRIBUTED)
    const distributed = writers.acknowledged
    await until(async () => writers.acknowledged > distributed + 20)
    await writers.stop()
    await requireNothingLost(url, writers, [server])
    expect((await dbDistribute(url)).output).not.toContain('rows in')

    if (!ownCluster) return
    writers.start(server, token, 8)
    await killNode(cluster, 'w1')
    const refused = writers.failures.length
    const written = writers.acknowledged
    await until(async () => writers.failures.length > refused + 8 && writers.acknowledged > written + 8)
    // Sessions are on the coordinator, and accounts are known everywhere.
    for (const path of ['/api/auth', '/api/auth/sessions']) {
      expect((await server.call('GET', path, token)).status).toBe(200)
    }
    const login = { email: 'writer@example.com', password: 'correct horse' }
    expect((await server.call('POST', '/api/auth', undefined, login)).status).toBe(200)
    const registration = { name: 'New', email: 'late@example.com', password: 'correct horse' }
    expect(await server.call('POST', '/api/users', undefined, registration)).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
    })
    await startNode(cluster, 'w1')
    const back = performance.now()
    await until(async () => {
      const before = writers.failures.length
      const mark = writers.acknowledged
      await until(async () => writers.acknowledged > mark + 40 || writers.failures.length > before)
      return writers.failures.length === before
    }, RECOVERS_WITHIN)
    expect(performance.now() - back).toBeLessThan(RECOVERS_WITHIN)
    await writers.stop()
    await requireNothingLost(url, writers, [server])
  },
)

test.runIf(citusSource)('db:distribute explains in one line why it cannot run', async () => {
  const [, worker = ''] = await nodesOf(cluster.url)
  expect((await dbDistribute(worker)).output).toContain('This is a worker')
  const postgres = await startPostgres()
  try {
    expect(await dbDistribute(postgres.url)).toMatchObject({
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
