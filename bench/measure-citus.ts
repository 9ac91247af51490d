// Compares one PostgreSQL with a Citus cluster for docs/scale.md: node bench/measure-citus.ts POSTS
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distribute } from '../scripts/db-distribute/distribute.ts'
import { type Database, openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/schema/migrate.ts'
import { type BuiltServer, startServer } from '../test-support/built-server.ts'
import { startCitus } from '../test-support/citus.ts'
import { cpuTime } from '../test-support/cpu-time.ts'
import { startPostgres } from '../test-support/postgres.ts'
import { author, type Work, WRITERS, worksOn } from './citus-workloads.ts'
import { fillBySql } from './sql-community.ts'

const POSTS = Number(process.argv[2] ?? 10_000)
const SHARDS = 32
const ROUNDS = 3
const SECONDS = 2
const WARM_UP = 5

type Target = { name: string; url: string; db: Database; servers: number[] }
type Measured = { rate: number; databaseCpu: number }

const postgres = await startPostgres()
const cluster = await startCitus()
try {
  const nodes = ['c', 'w1', 'w2'].map((node) => join(cluster.folder ?? '', node))
  const [single, distributed] = await Promise.all([
    fill('one PostgreSQL', postgres.url, [`${postgres.folder}/data`]),
    fill('Citus', cluster.url, nodes),
  ])
  await distributeUnderLoad(distributed)
  const apps = new Map<Target, BuiltServer>()
  for (const target of [single, distributed]) {
    apps.set(target, await startServer({ DATABASE_URL: target.url, DATABASE_CONNECTIONS: String(WRITERS) }))
  }
  const works = new Map([...apps].map(([target, { base }]) => [target, worksOn(target.db, base)]))
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
  // The server reads the number of nodes when it starts.
  await db.changes.since(undefined)
  const began = performance.now()
  await fillBySql(db, POSTS)
  console.log(`${name}: filled with ${POSTS} posts in ${seconds(performance.now() - began)}`)
  return { name, url, db, servers }
}

async function measure({ servers }: Target, atOnce: number, work: Work): Promise<Measured> {
  let completed = 0
  const workUntil = (isEnough: () => boolean) => {
    const workOn = async () => {
      while (!isEnough()) await work(completed++)
    }
    return Promise.all(Array.from({ length: atOnce }, workOn))
  }
  // A new connection first reads the metadata of tables and shards.
  await workUntil(() => completed >= WARM_UP * atOnce)
  const warmUps = completed
  const began = performance.now()
  const cpu = cpuTime(servers)
  await workUntil(() => performance.now() > began + SECONDS * 1000)
  return {
    rate: (completed - warmUps) / ((performance.now() - began) / 1000),
    databaseCpu: (cpuTime(servers) - cpu) / (completed - warmUps),
  }
}

async function distributeUnderLoad({ db, url }: Target): Promise<void> {
  const server = await startServer({ DATABASE_URL: url })
  const { post } = await author(db, server.base)
  let longest = 0
  let failures = 0
  let isDistributed = false
  const writing = (async () => {
    while (!isDistributed) {
      const began = performance.now()
      await post().catch(() => failures++)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  const began = performance.now()
  await distribute(db, SHARDS)
  console.log(`db:distribute took ${seconds(performance.now() - began)}`)
  isDistributed = true
  await writing
  console.log(`during the move the slowest post took ${seconds(longest)}; ${failures} were refused`)
  await server.stop()
}

function print({ name }: Target, label: string, measured: Measured[]): void {
  const median = (key: keyof Measured) =>
    measured.map((measurement) => measurement[key]).sort((a, b) => a - b)[1] ?? 0
  const rate = median('rate')
  const cpu = median('databaseCpu')
  console.log(
    `${label}: ${name}: ${rate.toFixed(0)} a second, ${(1000 / rate).toFixed(2)} ms between, database CPU ${cpu.toFixed(2)} ms each`,
  )
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
