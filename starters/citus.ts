import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { distribute } from '../scripts/db-distribute/distribute.ts'
import { openDatabase } from '../server/database/database.ts'

/** Starts a coordinator with two workers and prints "FOLDER URL"; with "stop FOLDER" it ends them. */
const STARTER = join(import.meta.dirname, '../../shared/citus/start')

// Few, because each shard of each table slows down every test file.
export const SHARDS_IN_TESTS = 4

const run = promisify(execFile)

/** How to get a cluster; if undefined, tests on Citus are skipped. */
export const citusSource = process.env.TEST_CITUS_URL || (existsSync(STARTER) ? STARTER : undefined)

/** The coordinator's URL, and the cluster's folder if it was started for these tests. */
export type CitusCluster = { url: string; folder: string | undefined; stop(): Promise<void> }

export async function startCitus(): Promise<CitusCluster> {
  const given = process.env.TEST_CITUS_URL
  if (given) return { url: given, folder: undefined, stop: async () => {} }
  const { stdout } = await run('bash', [STARTER])
  const [folder, url] = stdout.trim().split('\n').at(-1)?.split(' ') ?? []
  if (!folder || !url) throw new Error(`The cluster starter printed no address: ${stdout}`)
  return { url, folder, stop: async () => void (await run('bash', [STARTER, 'stop', folder])) }
}

/** Ends a worker (w1 or w2) immediately, as a crash would; only if the cluster was started for these tests. */
export async function killWorker(folder: string, worker: string): Promise<void> {
  const pid = Number.parseInt(readFileSync(join(folder, worker, 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await setTimeout(20)
}

/** Starts it again with the same command as before. */
export async function startWorker(folder: string, worker: string): Promise<void> {
  const command = readFileSync(join(folder, worker, 'postmaster.opts'), 'utf8').trim()
  const log = join(folder, `${worker}.log`)
  const inBackground = `(cd ${folder} && exec ${command}) >>${log} 2>&1 </dev/null &`
  await run('su', ['nobody', '-s', '/bin/bash', '-c', inBackground])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The URLs of a database on all nodes, starting with the coordinator. */
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

/** Commits need not wait for the disk: these tests do not simulate a power failure. */
export async function withoutDisk(url: string): Promise<void> {
  for (const node of await nodesOf(url)) {
    await query(node, 'alter system set fsync = off')
    await query(node, 'select pg_reload_conf()')
  }
}

/** An empty database on all nodes, which are registered with the coordinator. */
export async function createBlank(cluster: string, name = randomName()): Promise<string> {
  const nodes = await nodesOf(cluster)
  await Promise.all(
    nodes.map(async (node) => {
      await query(node, `create database ${name}`)
      await query(inDatabase(node, name), 'create extension citus')
    }),
  )
  const url = inDatabase(cluster, name)
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  const address = (node: URL | undefined) => `'${node?.hostname}', ${node?.port || 5432}`
  await query(url, `select citus_set_coordinator_host(${address(coordinator)})`)
  for (const worker of workers) await query(url, `select citus_add_node(${address(worker)})`)
  return url
}

/** A template database whose tables are distributed. */
export async function createTemplate(cluster: string): Promise<string> {
  const name = randomName()
  const url = await createBlank(cluster, name)
  const db = openDatabase(url, { timeout: 0 })
  await distribute(db, SHARDS_IN_TESTS)
  await db.close()
  for (const node of await nodesOf(cluster)) {
    // Citus connects to each database in the background, and a database in use cannot be copied.
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
  // The coordinator first, because its background processes connect to the workers.
  for (const node of await nodesOf(cluster)) await query(node, `drop database ${name} with (force)`)
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  const database = new URL(url)
  database.pathname = name
  return database.href
}

function randomName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}
