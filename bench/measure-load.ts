import { LIKES_SHOWN } from '../contract/limits.ts'
import type { Engine } from '../server/database/database.ts'
import { type BuiltServer, startServer } from '../test-support/built-server.ts'
import { residentMegabytes } from '../test-support/process-memory.ts'
import { feedRequest, mixedRequests, readCases, writeRequests } from './cases.ts'
import { type Comparison, compare } from './comparison.ts'
import { type BenchDatabase, fillDatabase, withDatabase } from './databases.ts'
import { makeNewestPostPopular, removeComments } from './edit-community.ts'
import { COMMENT_TEXT, engineRate, WRITES } from './engine-rate.ts'
import { createFixture, type Fixture, fetchPage } from './fixture.ts'
import { type PlainServer, startPlainServer } from './plain-server.ts'
import { type Setup, type SetupName, START_SETUP } from './setups.ts'
import { MIXED_TARGETS, READ_TARGETS, WRITE_TARGETS } from './targets.ts'
import { perSecond, type Request, runLoad } from './wrk.ts'

export type MeasuredCase = Comparison & { name: string; target?: number }

export type LoadResult = {
  engine: Engine
  reads: Record<SetupName, MeasuredCase[]>
  writes: MeasuredCase[]
  popularPostTimes: number
  /** The rate of a page that works without scripts, relative to one that does not. */
  pageRatio: number
  startMilliseconds: number
  megabytes: number
}

/** Seconds. A new process needs a longer warm-up than another case. */
export type Pace = { rounds: number; seconds: number; processWarmUp: number; caseWarmUp: number }

const POPULAR_LIKES = 10 * LIKES_SHOWN
const POPULAR_COMMENTS = 1_000

export async function measureLoad(database: BenchDatabase, pace: Pace): Promise<LoadResult> {
  // The server writes to the newest thousand posts, and the engine's loop to the oldest.
  await fillDatabase(database, { users: POPULAR_LIKES, posts: 2_000 }, `Filling ${database.engine}`)
  const environment = { DATABASE_URL: database.url }
  // The first start after a build fills the compile cache.
  await (await startServer(environment)).stop()
  const server = await startServer(environment)
  const plain = await startPlainServer()
  try {
    const fixture = await createFixture(server.base)
    const bases = { databaseUrl: database.url, serverBase: server.base, plainBase: plain.base }
    const measureWay = async (name: SetupName) => {
      const setup = await START_SETUP[name](bases)
      try {
        return await measureReads(database, plain, setup, fixture, pace)
      } finally {
        await setup.close()
      }
    }
    return {
      engine: database.engine,
      reads: {
        direct: await measureWay('direct'),
        nginx: await measureWay('nginx'),
      },
      writes: await measureWrites(database, server, fixture, pace),
      popularPostTimes: await measurePopularPost(database, server, fixture, pace),
      pageRatio: await measurePage(server, fixture, pace),
      startMilliseconds: server.startMilliseconds,
      megabytes: residentMegabytes(server.pid),
    }
  } finally {
    await plain.stop()
    await server.stop()
  }
}

async function measureReads(
  database: BenchDatabase,
  plain: PlainServer,
  setup: Setup,
  fixture: Fixture,
  pace: Pace,
): Promise<MeasuredCase[]> {
  const { engine } = database
  const feed = feedRequest(fixture.tokens[0])
  if (pace.processWarmUp > 0) await warmUp(setup, [feed], pace.processWarmUp)
  const measured: MeasuredCase[] = []
  for (const { name, request } of readCases(fixture)) {
    const comparison = await compareWithPlain(plain, setup, [request], request, pace)
    measured.push({ name, ...comparison, target: READ_TARGETS[setup.name][engine] })
  }
  const mixed = await compareWithPlain(plain, setup, mixedRequests(fixture), feed, pace)
  await resetDiscussions(database)
  const target = setup.name === 'direct' ? MIXED_TARGETS[engine] : undefined
  return [...measured, { name: 'reads with 1 write in 20', ...mixed, target }]
}

async function compareWithPlain(
  plain: PlainServer,
  setup: Setup,
  requests: Request[],
  sample: Request,
  { rounds, seconds, caseWarmUp }: Pace,
): Promise<Comparison> {
  const headers: Record<string, string> = sample.token ? { 'x-auth-token': sample.token } : {}
  const response = await fetch(`${setup.serverBase}${sample.path}`, { headers })
  await plain.respondWith(await response.text())
  if (caseWarmUp > 0) await runLoad(setup.serverBase, requests, caseWarmUp)
  return compare({
    rounds,
    measureLimit: async () => perSecond(await runLoad(setup.plainBase, [sample], seconds)),
    measureLoad: () => runLoad(setup.serverBase, requests, seconds),
  })
}

async function warmUp(setup: Setup, requests: Request[], seconds: number): Promise<void> {
  for (const base of [setup.serverBase, setup.plainBase]) await runLoad(base, requests, seconds)
}

async function measureWrites(
  database: BenchDatabase,
  server: BuiltServer,
  fixture: Fixture,
  { rounds, seconds }: Pace,
): Promise<MeasuredCase[]> {
  const measured: MeasuredCase[] = []
  for (const write of WRITES) {
    const requests = writeRequests(write, fixture)
    const comparison = await compare({
      rounds,
      measureLimit: () => engineRate(database.url, write, seconds),
      measureLoad: () => runLoad(server.base, requests, seconds),
      cleanUp: () => resetDiscussions(database),
    })
    measured.push({ name: write, ...comparison, target: WRITE_TARGETS[write][database.engine] })
  }
  return measured
}

/** Growing discussions would make each round slower than the one before. */
function resetDiscussions({ url }: BenchDatabase): Promise<void> {
  return withDatabase(url, (db) => removeComments(db, COMMENT_TEXT))
}

async function measurePopularPost(
  { url }: BenchDatabase,
  { base }: BuiltServer,
  { tokens: [token] }: Fixture,
  { rounds, seconds }: Pace,
): Promise<number> {
  await withDatabase(url, (db) => makeNewestPostPopular(db, POPULAR_LIKES, POPULAR_COMMENTS))
  const firstPage = feedRequest(token)
  const { next = '' } = await fetchPage(`${base}${firstPage.path}`, token)
  const secondPage: Request = { path: next, token }
  const { ratio } = await compare({
    rounds,
    measureLimit: async () => perSecond(await runLoad(base, [secondPage], seconds)),
    measureLoad: () => runLoad(base, [firstPage], seconds),
  })
  return 1 / ratio
}

export async function measurePage(
  { base }: BuiltServer,
  { userIds }: Fixture,
  { rounds, seconds }: Pace,
): Promise<number> {
  const { ratio } = await compare({
    rounds,
    measureLimit: async () => perSecond(await runLoad(base, [{ path: '/login' }], seconds)),
    measureLoad: () => runLoad(base, [{ path: `/profile/${userIds[0]}` }], seconds),
  })
  return ratio
}
