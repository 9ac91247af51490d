import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addWorker,
  type CitusCluster,
  createBlank,
  nodesOf,
  ownCluster,
  startCitus,
} from '../../../test-support/citus.ts'
import { configureNodes } from '../../../test-support/citus-nodes.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { until } from '../../../test-support/polling.ts'
import { query } from '../../../test-support/postgres-query.ts'
import { startReadyServer } from '../server-process.ts'
import { Writers } from '../writers.ts'
import { DISTRIBUTED, dbDistribute, fillDatabase, requireNothingLost, SMALL } from './distributed.ts'

// The commands of docs/production.md take minutes.
const tried = LONG && ownCluster
const MOVED_WITHIN = 900_000

let cluster: CitusCluster
beforeAll(async () => {
  if (!tried) return
  cluster = await startCitus()
  await configureNodes(cluster, { wal_level: 'logical' })
})
afterAll(() => cluster?.stop())

test.runIf(tried)(
  'processes that start together migrate a cluster once, and a worker that is added takes over shards while members write',
  async () => {
    const [coordinator = '', first = '', second = ''] = await nodesOf(cluster.url)
    const url = await createBlank(cluster.url, [coordinator, first])
    const environment = { DATABASE_URL: url }
    const servers = await Promise.all([1, 2, 3].map(() => startReadyServer(environment)))
    await fillDatabase(url, SMALL)
    expect(await dbDistribute(url)).toMatchObject(DISTRIBUTED)
    const writers = new Writers()
    const [server] = servers
    const token = (await server?.register('writer')) ?? ''
    for (const server of servers) writers.start(server, token, 2)
    await until(async () => writers.acknowledged > 20)

    await addWorker(url, second)
    const before = writers.acknowledged
    const took = await rebalance(url)
    const during = writers.acknowledged - before
    expect(during).toBeGreaterThan(20)
    await until(async () => writers.acknowledged > before + during + 20)
    await writers.stop()
    // docs/scale.md quotes these numbers.
    console.log({ took, during, slowest: writers.slowest, refused: writers.failures.length })
    await requireNothingLost(url, writers, servers)
    const placed = await query<{ shards: number }>(
      url,
      `select count(*)::int as shards from citus_shards where citus_table_type = 'distributed' group by nodeport`,
    )
    expect(new Set(placed.map(({ shards }) => shards)).size).toBe(1)
    expect(placed).toHaveLength(2)
  },
)

async function rebalance(url: string): Promise<number> {
  const began = performance.now()
  await query(url, 'select citus_rebalance_start()')
  const isFinished = async () => {
    const rows = await query<{ state: string }>(url, 'select state::text from citus_rebalance_status()')
    return rows[0]?.state === 'finished'
  }
  await until(isFinished, MOVED_WITHIN, 200)
  return performance.now() - began
}
