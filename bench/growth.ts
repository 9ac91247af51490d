import type { Engine } from '../server/database/database.ts'
import { fillDatabase, freeGigabytes, newDatabase } from './databases.ts'
import type { Size } from './fill.ts'
import { type Load, load, perSecond, type Request } from './load.ts'
import { setScene } from './measure.ts'
import { startServer } from './processes.ts'

const SMALL: Size = { users: 1_000, posts: 1_000 }
const LARGE: Size = { users: 100_000, posts: 1_000_000 }
const LARGE_QUICK: Size = { users: 20_000, posts: 200_000 }

export type Growth = {
  engine: Engine
  posts: number
  rows: { name: string; small: Load; large: Load; times: number }[]
}

/** How much longer the same page takes in a large community than in a small one. */
export async function measureGrowth(engine: Engine, quick: boolean, seconds: number): Promise<Growth> {
  const large = quick ? LARGE_QUICK : LARGE
  if (freeGigabytes() < 6) throw new Error('Filling the large database needs 6 GB of free disk.')
  const small = await timesOf(engine, SMALL, seconds)
  const big = await timesOf(engine, large, seconds)
  return {
    engine,
    posts: large.posts,
    rows: small.map(({ name, result }, index) => {
      const other = big[index]?.result ?? result
      return { name, small: result, large: other, times: perSecond(result) / perSecond(other) }
    }),
  }
}

async function timesOf(
  engine: Engine,
  size: Size,
  seconds: number,
): Promise<{ name: string; result: Load }[]> {
  const bench = await newDatabase(engine)
  try {
    await fillDatabase(bench, size, `${engine}, ${size.posts.toLocaleString('en')} posts`)
    const server = await startServer(bench.url)
    try {
      const [token] = (await setScene(server.base)).tokens
      const feed = await pagesOf(server.base, '/api/posts', token)
      const developers = await pagesOf(server.base, '/api/profile')
      const cases: { name: string; requests: Request[] }[] = [
        { name: 'feed, first page', requests: feed.slice(0, 1) },
        { name: 'developers, first page', requests: developers.slice(0, 1) },
        { name: 'feed, 45 pages in turn (no page kept)', requests: feed },
        { name: 'developers, 45 pages in turn (no page kept)', requests: developers },
      ]
      const results: { name: string; result: Load }[] = []
      for (const { name, requests } of cases) {
        await load(server.base, requests, 1)
        results.push({ name, result: await load(server.base, requests, seconds) })
      }
      return results
    } finally {
      await server.stop()
    }
  } finally {
    await bench.remove()
  }
}

const PAGES = 45

/** The first pages of a list by following its links: more than are kept whole. */
async function pagesOf(base: string, path: string, token?: string): Promise<Request[]> {
  const pages: Request[] = []
  let next: string | undefined = `${path}?limit=20`
  while (next && pages.length < PAGES) {
    pages.push({ path: next, token })
    const response: Response = await fetch(`${base}${next}`, {
      headers: token ? { 'x-auth-token': token } : {},
    })
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}
