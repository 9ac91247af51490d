import type { Engine } from '../server/database/database.ts'
import { startServer } from '../starters/built-server.ts'
import type { CommunitySize } from '../starters/community.ts'
import { compare } from './compare.ts'
import { createDatabase, fillDatabase, freeGigabytes } from './databases.ts'
import { createFixture, fetchPage } from './fixture.ts'
import type { Pace } from './measure-load.ts'
import { perSecond, type Request, runLoad } from './wrk.ts'

const SMALL: CommunitySize = { users: 1_000, posts: 1_000 }
const LARGE: CommunitySize = { users: 100_000, posts: 1_000_000 }
const LARGE_QUICK: CommunitySize = { users: 20_000, posts: 200_000 }
const PAGES = 1_000

const CASES = [
  'feed, first page',
  'developers, first page',
  'feed, 1,000 pages in turn (more than the cache holds)',
  'developers, 1,000 pages in turn (more than the cache holds)',
] as const
type Case = (typeof CASES)[number]

export type Growth = {
  engine: Engine
  posts: number
  rows: { name: string; small: number; large: number; times: number }[]
}

type Community = { base: string; requests: Record<Case, Request[]>; close(): Promise<void> }

/** Measures how many times as long a page takes in a large community as in a small one. */
export async function measureGrowth(engine: Engine, quick: boolean, pace: Pace): Promise<Growth> {
  const size = quick ? LARGE_QUICK : LARGE
  if (freeGigabytes() < 6) throw new Error('The large database needs 6 GB of free disk space.')
  const small = await openCommunity(engine, SMALL)
  try {
    const large = await openCommunity(engine, size)
    try {
      const rows: Growth['rows'] = []
      for (const name of CASES) rows.push({ name, ...(await compareCase(name, small, large, pace)) })
      return { engine, posts: size.posts, rows }
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function openCommunity(engine: Engine, size: CommunitySize): Promise<Community> {
  const database = await createDatabase(engine)
  await fillDatabase(database, size, `${engine}, ${size.posts.toLocaleString('en')} posts`)
  const server = await startServer({ DATABASE_URL: database.url })
  const { base } = server
  const [token] = (await createFixture(base)).tokens
  const feed = await pageRequests(base, '/api/posts', token)
  const developers = await pageRequests(base, '/api/profile')
  return {
    base,
    requests: {
      'feed, first page': feed.slice(0, 1),
      'developers, first page': developers.slice(0, 1),
      'feed, 1,000 pages in turn (more than the cache holds)': feed,
      'developers, 1,000 pages in turn (more than the cache holds)': developers,
    },
    async close() {
      await server.stop()
      await database.remove()
    },
  }
}

async function compareCase(name: Case, small: Community, large: Community, { rounds, seconds }: Pace) {
  const run = ({ base, requests }: Community) => runLoad(base, requests[name], seconds)
  for (const community of [small, large]) await run(community)
  const { load, limit, ratio } = await compare({
    rounds,
    measureLimit: async () => perSecond(await run(small)),
    measureLoad: () => run(large),
  })
  return { small: limit, large: perSecond(load), times: 1 / ratio }
}

/** Pages of twenty entries, each starting one entry later than the page before. */
async function pageRequests(base: string, path: string, token?: string): Promise<Request[]> {
  const requests: Request[] = []
  let next: string | undefined = `${path}?limit=1`
  while (next && requests.length < PAGES) {
    requests.push({ path: next.replace('limit=1', 'limit=20'), token })
    next = (await fetchPage(`${base}${next}`, token)).next
  }
  return requests
}
