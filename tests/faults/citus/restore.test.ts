import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CitusCluster,
  createBlank,
  nodesOf,
  ownCluster,
  startCitus,
} from '../../../test-support/citus.ts'
import {
  asOwner,
  configureNodes,
  killNode,
  NODES,
  startNode,
  untilWritable,
} from '../../../test-support/citus-nodes.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { until } from '../../../test-support/polling.ts'
import { query } from '../../../test-support/postgres-query.ts'
import { startReadyServer, temporaryFolder } from '../server-process.ts'
import { readStored } from '../stored-content.ts'
import { Writers } from '../writers.ts'
import { DISTRIBUTED, dbDistribute, fillDatabase, SMALL } from './distributed.ts'

// The commands of docs/production.md take minutes.
const tried = LONG && ownCluster

let cluster: CitusCluster
beforeAll(async () => {
  if (!tried) return
  cluster = await startCitus()
  const archive = join(cluster.folder ?? '', 'archive')
  await asOwner(NODES.map((node) => `mkdir -p ${archive}/${node}`).join(' && '))
  await configureNodes(cluster, { archive_mode: 'on', archive_command: `cp %p ${archive}/NODE/%f` })
})
afterAll(() => cluster?.stop())

const run = promisify(execFile)

async function distributedServer() {
  const url = await createBlank(cluster.url)
  await fillDatabase(url, SMALL)
  expect(await dbDistribute(url)).toMatchObject(DISTRIBUTED)
  const server = await startReadyServer({ DATABASE_URL: url })
  return { url, server, token: await server.register('writer') }
}

/** Excludes rows that have no meaning in another database. */
async function contents(url: string): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('changes', 'migrations') and relname !~ '_[0-9]{6,}$' order by 1`,
  )
  const sums = tables.map(async ({ name }) => [
    name,
    await query(url, `select count(*), sum(hashtextextended(row_to_json(${name})::text, 0)) from ${name}`),
  ])
  return Object.fromEntries(await Promise.all(sums))
}

test.runIf(tried)('a dump of the coordinator is restored to another cluster with every row', async () => {
  const { url, server, token } = await distributedServer()
  const writers = new Writers()
  writers.start(server, token)
  await until(async () => writers.acknowledged > 100)
  await writers.stop()
  await server.end('SIGTERM')

  const dump = join(temporaryFolder(), 'devconnector.dump')
  await run('pg_dump', ['--format=custom', '--schema=public', `--file=${dump}`, url])
  const restored = await createBlank(cluster.url)
  const { stderr } = await run('pg_restore', [`--dbname=${restored}`, dump]).catch((error) => error)
  expect(stderr.match(/error: .*/g)).toEqual([expect.stringContaining('schema "public" already exists')])
  expect(await dbDistribute(restored)).toMatchObject(DISTRIBUTED)
  expect(await contents(restored)).toEqual(await contents(url))

  const restarted = await startReadyServer({ DATABASE_URL: restored })
  expect((await restarted.call('GET', '/api/auth', token)).status).toBe(200)
  expect((await restarted.call('POST', '/api/posts', token, { text: 'Onwards' })).status).toBe(200)
})

test.runIf(tried)('all nodes are restored to one moment under load, with nothing half done', async () => {
  const { url, server, token } = await distributedServer()
  const folder = cluster.folder ?? ''
  const urls = await nodesOf(cluster.url)
  const writers = new Writers()
  writers.start(server, token)
  await until(async () => writers.acknowledged > 20)
  for (const [index, node] of NODES.entries()) {
    await asOwner(`pg_basebackup -d ${urls[index]} -D ${folder}/base-${node} --checkpoint=fast`)
  }
  const backedUp = writers.acknowledged
  await until(async () => writers.acknowledged > backedUp + 100)
  const before = [...writers.expected]
  await query(url, `select citus_create_restore_point('good')`)
  const laterPost = await server.call('POST', '/api/posts', token, { text: 'After the moment' })
  expect(laterPost.status).toBe(200)
  const marked = writers.acknowledged
  await until(async () => writers.acknowledged > marked + 50)
  await writers.stop()
  await server.end('SIGTERM')
  await Promise.all(urls.map(archiveLog))

  for (const node of NODES) {
    await killNode(cluster, node)
    const recovery = [
      `restore_command = 'cp ${folder}/archive/${node}/%f %p'`,
      `recovery_target_name = 'good'`,
      `recovery_target_action = 'promote'`,
    ]
    await asOwner(`cd ${folder} && mv ${node} lost-${node} && mv base-${node} ${node} && touch ${node}/recovery.signal
      cp lost-${node}/postmaster.opts ${node}
      cat >>${node}/postgresql.auto.conf <<'end'\n${recovery.join('\n')}\nend`)
    await startNode(cluster, node)
  }
  for (const node of urls) await untilWritable(node)

  const restarted = await startReadyServer({ DATABASE_URL: url })
  const { texts, faults } = await readStored(url)
  expect(faults.filter((fault) => !fault.startsWith('no session'))).toEqual([])
  // Texts that the writers deleted may have been deleted before the restore point.
  expect(before.filter((text) => !texts.has(text) && writers.expected.has(text))).toEqual([])
  expect(texts).not.toContain('After the moment')
  expect((await restarted.call('GET', '/api/auth', token)).status).toBe(200)
  expect((await restarted.call('POST', '/api/posts', token, { text: 'Onwards' })).status).toBe(200)
})

async function archiveLog(url: string): Promise<void> {
  const [switched] = await query<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until(async () => {
    const rows = await query<{ file: string | null }>(
      url,
      'select last_archived_wal as file from pg_stat_archiver',
    )
    return (rows[0]?.file ?? '') >= (switched?.file ?? '')
  })
}
