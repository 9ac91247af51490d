import type { Engine } from '../server/database/database.ts'
import { startServer } from '../starters/built-server.ts'
import type { CommunitySize } from '../starters/community.ts'
import { compare } from './compare.ts'
import { fillDatabase, freeGigabytes, newDatabase } from './databases.ts'
import { load, perSecond, type Request } from './load.ts'
import { type Pace, setScene } from './measure.ts'

const SMALL: CommunitySize = { users: 1_000, posts: 1_000 }
const LARGE: CommunitySize = { users: 100_000, posts: 1_000_000 }
const LARGE_QUICK: CommunitySize = { users: 20_000, posts: 200_000 }

export type Growth = {
  engine: Engine
  posts: number
  rows: { name: string; small: number; large: number; times: number }[]
}

/** How much longer the same page takes in a large community than in a small one, measured in turn. */
export async function measureGrowth(engine: Engine, quick: boolean, pace: Pace): Promise<Growth> {
  const size = quick ? LARGE_QUICK : LARGE
  if (freeGigabytes() < 6) throw new Error('Filling the large database needs 6 GB of free disk.')
  const small = await openCommunity(engine, SMALL)
  try {
    const large = await openCommunity(engine, size)
    try {
      const rows: Growth['rows'] = []
      for (const name of CASES) rows.push({ name, ...(await inTurn(small, large, name, pace)) })
      return { engine, posts: size.posts, rows }
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

const CASES = [
  'feed, first page',
  'developers, first page',
  'feed, 1,000 pages in turn (more than are kept)',
  'developers, 1,000 pages in turn (more than are kept)',
] as const
type Case = (typeof CASES)[number]

type Community = { base: string; requests: Record<Case, Request[]>; close(): Promise<void> }

async function openCommunity(engine: Engine, size: CommunitySize): Promise<Community> {
  const bench = await newDatabase(engine)
  await fillDatabase(bench, size, `${engine}, ${size.posts.toLocaleString('en')} posts`)
  const server = await startServer({ DATABASE_URL: bench.url })
  const { base } = server
  const [token] = (await setScene(base)).tokens
  const feed = await pagesOf(base, '/api/posts', token)
  const developers = await pagesOf(base, '/api/profile')
  return {
    base,
    requests: {
      'feed, first page': feed.slice(0, 1),
      'developers, first page': developers.slice(0, 1),
      'feed, 1,000 pages in turn (more than are kept)': feed,
      'developers, 1,000 pages in turn (more than are kept)': developers,
    },
    async close() {
      await server.stop()
      await bench.remove()
    },
  }
}

async function inTurn(small: Community, large: Community, name: Case, { seconds, rounds }: Pace) {
  const run = ({ base, requests }: Community) => load(base, requests[name], seconds)
  for (const community of [small, large]) await run(community)
  const {
    load: many,
    limit,
    ratio,
  } = await compare(
    rounds,
    async () => perSecond(await run(small)),
    () => run(large),
  )
  return { small: limit, large: perSecond(many), times: 1 / ratio }
}

const PAGES = 1_000

/** Pages of twenty of a list, each beginning at another entry. */
async function pagesOf(base: string, path: string, token?: string): Promise<Request[]> {
  const pages: Request[] = []
  const headers: Record<string, string> = token ? { 'x-auth-token': token } : {}
  let next: string | undefined = `${path}?limit=1`
  while (next && pages.length < PAGES) {
    pages.push({ path: next.replace('limit=1', 'limit=20'), token })
    const response: Response = await fetch(`${base}${next}`, { headers })
    await response.arrayBuffer()
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}
