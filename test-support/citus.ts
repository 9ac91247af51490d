import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { distribute } from '../scripts/db-distribute/distribute.ts'
import { openDatabase } from '../server/database/database.ts'
import { query } from './postgres-query.ts'

/** Starts a coordinator with two workers and prints "FOLDER URL"; with "stop FOLDER" it stops them. */
const STARTER = join(import.meta.dirname, '../../shared/citus/start')

// Every shard of every table slows down all test files.
export const SHARDS_IN_TESTS = 4

// The starter needs this version on x86-64; Debian keeps its binaries outside of the path.
const BINARIES = '/usr/lib/postgresql/15/bin'
const canStart = process.arch === 'x64' && existsSync(STARTER) && existsSync(join(BINARIES, 'initdb'))

const run = promisify(execFile)

/** Undefined if tests on Citus must be skipped. */
export const citusSource = process.env.TEST_CITUS_URL || (canStart ? STARTER : undefined)

/** Tests may stop and change only the nodes of their own cluster. */
export const ownCluster = citusSource === STARTER

/** `folder` is set if the cluster was started for these tests. */
export type CitusCluster = { url: string; folder: string | undefined; stop(): Promise<void> }

export async function startCitus(): Promise<CitusCluster> {
  const configuredUrl = process.env.TEST_CITUS_URL
  if (configuredUrl) return { url: configuredUrl, folder: undefined, stop: async () => {} }
  const env = { ...process.env, PATH: `${BINARIES}:${process.env.PATH}` }
  // The starter picks random ports, one of which may be in use.
  const start = () => run('bash', [STARTER], { env })
  const { stdout } = await start().catch(start).catch(start)
  const [folder, url] = stdout.trim().split('\n').at(-1)?.split(' ') ?? []
  if (!folder || !url) throw new Error(`The cluster starter printed no address: ${stdout}`)
  return { url, folder, stop: async () => void (await run('bash', [STARTER, 'stop', folder], { env })) }
}

export async function nodesOf(url: string): Promise<string[]> {
  const nodes = await query<{ nodename: string; nodeport: number }>(
    url,
    'select nodename, nodeport from pg_dist_node where groupid > 0 order by nodeid',
  )
  const workers = nodes.map(({ nodename, nodeport }) => {
    const worker = new URL(url)
    worker.hostname = nodename
    worker.port = String(nodeport)
    return worker.href
  })
  return [url, ...workers]
}

/** No test simulates a power failure, so commits need not wait for the disk. */
export async function withoutDisk(url: string): Promise<void> {
  for (const node of await nodesOf(url)) {
    await query(node, 'alter system set fsync = off')
    await query(node, 'select pg_reload_conf()')
  }
}

export async function createBlank(cluster: string, nodes?: string[]): Promise<string> {
  const name = randomName()
  const [coordinator = cluster, ...workers] = nodes ?? (await nodesOf(cluster))
  const url = inDatabase(coordinator, name)
  await Promise.all([coordinator, ...workers].map((node) => createDatabase(node, name)))
  await query(url, `select citus_set_coordinator_host(${address(coordinator)})`)
  for (const worker of workers) await query(url, `select citus_add_node(${address(worker)})`)
  return url
}

export async function addWorker(url: string, node: string): Promise<void> {
  await createDatabase(node, new URL(url).pathname.slice(1))
  await query(url, `select citus_add_node(${address(node)})`)
}

async function createDatabase(node: string, name: string): Promise<void> {
  await query(node, `create database ${name}`)
  await query(inDatabase(node, name), 'create extension citus')
}

function address(node: string): string {
  const { hostname, port } = new URL(node)
  return `'${hostname}', ${port || 5432}`
}

export async function createTemplate(cluster: string): Promise<string> {
  const url = await createBlank(cluster)
  const name = new URL(url).pathname.slice(1)
  const db = openDatabase(url, { timeout: 0 })
  await distribute(db, SHARDS_IN_TESTS)
  await db.close()
  for (const node of await nodesOf(cluster)) {
    // Citus connects to every database in the background, and a database in use cannot be copied.
    await query(node, `alter database ${name} allow_connections false`)
    await query(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  return name
}

/** Copying a template is much faster than creating all tables and shards. */
export async function createFromTemplate(cluster: string, template: string): Promise<string> {
  const name = randomName()
  await Promise.all(
    (await nodesOf(cluster)).map((node) => query(node, `create database ${name} template ${template}`)),
  )
  return inDatabase(cluster, name)
}

export async function dropDatabase(cluster: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  // The coordinator's background processes connect to the workers.
  const [coordinator = cluster, ...workers] = await nodesOf(cluster)
  await query(coordinator, `drop database ${name} with (force)`)
  await Promise.all(workers.map((worker) => query(worker, `drop database ${name} with (force)`)))
}

function inDatabase(url: string, name: string): string {
  const database = new URL(url)
  database.pathname = name
  return database.href
}

function randomName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}
