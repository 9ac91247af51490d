import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Engine } from '../../server/database/database.ts'
import { indexChanges, restartIndex, WITHOUT_PAUSE } from '../../server/features/search/indexer.ts'
import { type BuiltServer, startServer } from '../../test-support/built-server.ts'
import { mixedRequests, writeRequests } from '../cases.ts'
import { compare } from '../comparison.ts'
import { createDatabase, fillDatabase, freeGigabytes, withDatabase } from '../databases.ts'
import { createFixture, type Fixture } from '../fixture.ts'
import type { Pace } from '../measure-load.ts'
import { perSecond, type Request, runLoad } from '../wrk.ts'
import { measureSizes, type SearchSizes } from './sizes.ts'
import { textOfPost } from './texts.ts'
import { measureTyping, type TypingTimes } from './typing.ts'

const POSTS = 1_000_000
const POSTS_QUICK = 100_000
const POSTS_PER_PERSON = 10
const SEARCHES_PER_SECOND = 10
const REQUESTS_PER_SECOND = 200
const SECONDS = 90
const SECONDS_QUICK = 20

export type SearchResult = {
  engine: Engine
  posts: number
  /** Milliseconds. */
  cases: { name: string; p50: number; p99: number }[]
  all: { p50: number; p99: number }
  typing: TypingTimes
  sizes: SearchSizes
  writes: { with: number; without: number; ratio: number }
  fillSeconds: number
}

/** PERSON stands for the id of an author. */
const CASES: Record<string, string> = {
  'a word of every post': 'q=everywhere',
  'a common word': 'q=prosta',
  'a word of no post': 'q=nowhereatall',
  'a word of the oldest posts': 'q=ancient',
  'a word of all but the newest tenth': 'q=formerly',
  'a rare word': 'q=seldom',
  'two letters': 'q=pr',
  'three letters': 'q=pro',
  'four letters': 'q=prop',
  'two common words': 'q=prosta+casta',
  'two words that never meet': 'q=leftmost+rightmost',
  'two common words that never meet': 'q=evenly+oddly',
  'a common and a rare word': 'q=everywhere+seldom',
  'two letters and a rare word': 'q=pr+seldom',
  'prefixes of three words': 'q=shoca+staon+forper',
  'a common word with a tag': 'q=prosta&tag=sql',
  'a common word by an author': 'q=prosta&author=PERSON',
  'open questions with a word': 'q=casta&solved=false',
  'the best with a common word': 'q=prosta&sort=best',
  'people by a word': 'q=lisbon&in=people',
  'people by a rare word': 'q=company+77&in=people',
  'people by skills': 'q=member&in=people&skill=sql&skill=go',
}

export async function measureSearch(
  engine: Engine,
  quick: boolean,
  pace: Pace,
  posts = quick ? POSTS_QUICK : POSTS,
): Promise<SearchResult> {
  if (freeGigabytes() < 10) throw new Error('The database needs 10 GB of free disk space.')
  const database = await createDatabase(engine)
  try {
    const began = performance.now()
    const size = {
      users: Math.ceil(posts / POSTS_PER_PERSON),
      posts,
      textOf: (n: number) => textOfPost(n, posts),
    }
    await fillDatabase(database, size, `${engine}, ${posts.toLocaleString('en')} posts`)
    await withDatabase(database.url, indexPosts)
    const fillSeconds = (performance.now() - began) / 1_000
    const sizes = await withDatabase(database.url, measureSizes)
    const server = await startServer({ DATABASE_URL: database.url })
    try {
      const fixture = await createFixture(server.base)
      const times = await searchUnderLoad(server, fixture, quick ? SECONDS_QUICK : SECONDS)
      const typing = await measureTyping(server.base, fixture.tokens[0])
      const writes = await measureWrites(server, database.url, fixture, pace)
      return { engine, posts, ...times, typing, sizes, writes, fillSeconds }
    } finally {
      await server.stop()
    }
  } finally {
    await database.remove()
  }
}

async function indexPosts(db: Database): Promise<void> {
  await db.transaction(restartIndex)
  await indexChanges(db, WITHOUT_PAUSE)
  if (db.engine === 'postgres') await sql`analyze`.execute(db.kysely)
}

/** Keeps to a schedule of ten searches per second, even if earlier ones are still running. */
async function searchUnderLoad({ base }: BuiltServer, fixture: Fixture, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const token = fixture.tokens[0] ?? ''
  const searches = Object.entries(CASES).map(([name, query]) => ({
    name,
    request: { path: `/api/search?${query.replace('PERSON', fixture.userIds.at(-1) ?? '')}`, token },
    times: [] as number[],
  }))
  const otherRequests = mixedRequests(fixture)
  for (const { request } of searches)
    for (let warmUp = 0; warmUp < 3; warmUp++) await send(agent, base, request)
  const pending: Promise<unknown>[] = []
  const start = performance.now()
  const steps = seconds * REQUESTS_PER_SECOND
  for (let step = 0; step < steps; step++) {
    const due = start + (step * 1_000) / REQUESTS_PER_SECOND
    const wait = due - performance.now()
    if (wait > 1) await setTimeout(wait)
    const otherRequest = otherRequests[step % otherRequests.length]
    if (otherRequest) pending.push(send(agent, base, otherRequest))
    if (step % (REQUESTS_PER_SECOND / SEARCHES_PER_SECOND) > 0) continue
    const search = searches[((step * SEARCHES_PER_SECOND) / REQUESTS_PER_SECOND) % searches.length]
    if (search) pending.push(send(agent, base, search.request).then((time) => search.times.push(time)))
  }
  await Promise.all(pending)
  agent.destroy()
  return {
    cases: searches.map(({ name, times }) => ({
      name,
      p50: percentile(times, 50),
      p99: percentile(times, 99),
    })),
    all: {
      p50: percentile(
        searches.flatMap(({ times }) => times),
        50,
      ),
      p99: percentile(
        searches.flatMap(({ times }) => times),
        99,
      ),
    },
  }
}

function send(agent: Agent, base: string, { method = 'GET', path, token, body }: Request): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token && { 'x-auth-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const outgoing = request(`${base}${path}`, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} returned ${response.statusCode}.`))
      response.resume().on('end', () => resolve(performance.now() - began))
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

async function measureWrites({ base }: BuiltServer, url: string, fixture: Fixture, pace: Pace) {
  const requests = writeRequests('post', fixture)
  const run = () => runLoad(base, requests, pace.seconds)
  await run()
  const { load, limit, ratio } = await compare({
    rounds: pace.rounds,
    async measureLimit() {
      await withDatabase(url, stopQueueing)
      const report = await run()
      await withDatabase(url, queueAgain)
      return perSecond(report)
    },
    measureLoad: run,
  })
  return { with: perSecond(load), without: limit, ratio }
}

async function stopQueueing(db: Database): Promise<void> {
  const statements =
    db.engine === 'postgres'
      ? [
          `create function not_queued() returns trigger language plpgsql as 'begin return null; end'`,
          'create trigger not_queued before insert on search_queue for each row execute function not_queued()',
          'delete from search_queue',
        ]
      : [
          'create trigger not_queued before insert on search_queue begin select raise(ignore); end',
          'delete from search_queue',
        ]
  await db.transaction(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}

async function queueAgain(db: Database): Promise<void> {
  await db.transaction(async (trx) => {
    await sql.raw(`drop trigger not_queued${db.engine === 'postgres' ? ' on search_queue' : ''}`).execute(trx)
    if (db.engine === 'postgres') await sql`drop function not_queued`.execute(trx)
  })
}
