import { LIKES_SHOWN } from '../contract/limits.ts'
import { type BuiltServer, startServer } from '../starters/built-server.ts'
import { mixedRequests, READS, readOf, type Scene, WRITES, writeRequests } from './cases.ts'
import { type Compared, compare } from './compare.ts'
import { type Bench, fillDatabase, withDatabase } from './databases.ts'
import { makeNewestPostPopular, removeComments } from './edit-community.ts'
import { COMMENT, engineRate } from './engine-rate.ts'
import { load, perSecond, type Request } from './load.ts'
import { type RawServer, residentMegabytes, startRawServer } from './processes.ts'

export type Measured = Compared & { name: string; target: number }

export type Result = {
  engine: string
  reads: Measured[]
  writes: Measured[]
  mixed: Measured
  heavyTimes: number
  startMilliseconds: number
  megabytes: number
}

export type Pace = { seconds: number; rounds: number }

const PEOPLE = 32
const MOST_LIKES = 10 * LIKES_SHOWN
// Until the runtime has compiled what is hot.
const WARM_UP = 3

export async function measure(bench: Bench, pace: Pace): Promise<Result> {
  const sqlite = bench.engine === 'sqlite'
  // The newest thousand posts are for the server; the others are for the engine's own loop.
  await fillDatabase(bench, { users: MOST_LIKES, posts: 2_000 }, `Filling ${bench.engine}`)
  await (await startServer({ DATABASE_URL: bench.url })).stop()
  const server = await startServer({ DATABASE_URL: bench.url })
  const raw = await startRawServer()
  try {
    const scene = await setScene(server.base)
    const reads: Measured[] = []
    for (const { name, request } of READS) {
      const pair = await besideRaw(server, raw, [request(scene)], request(scene), pace)
      reads.push({ name, ...pair, target: sqlite ? 0.8 : 0.5 })
    }
    const mixedPair = await besideRaw(server, raw, mixedRequests(scene), FEED(scene), pace)
    const writes: Measured[] = []
    for (const write of WRITES) {
      const requests = writeRequests(write, scene)
      const compared = await compare(
        pace.rounds,
        () => engineRate(bench.url, write, pace.seconds),
        () => load(server.base, requests, pace.seconds),
        // Discussions that grow from round to round would make each round slower than the last.
        () => withDatabase(bench.url, (db) => removeComments(db, COMMENT)),
      )
      writes.push({ name: write, ...compared, target: 0.5 })
    }
    const heavyTimes = await heavyPost(bench, server, scene, pace)
    return {
      engine: bench.engine,
      reads,
      writes,
      mixed: { name: 'reads with 1 write in 20', ...mixedPair, target: sqlite ? 0.5 : 0.3 },
      heavyTimes,
      startMilliseconds: server.startMilliseconds,
      megabytes: residentMegabytes(server.pid),
    }
  } finally {
    await raw.stop()
    await server.stop()
  }
}

const FEED = (scene: Scene): Request => readOf(0, scene)

/**
 * Our server and the raw one in turn, so that whatever else the machine does falls on both. The raw one
 * is asked for the sample alone, in the very same words.
 */
export async function besideRaw(
  server: BuiltServer,
  raw: RawServer,
  requests: Request[],
  sample: Request,
  { seconds, rounds }: Pace,
): Promise<Compared> {
  const headers: Record<string, string> = sample.token ? { 'x-auth-token': sample.token } : {}
  const body = await (await fetch(`${server.base}${sample.path}`, { headers })).text()
  await raw.send(body)
  await load(server.base, requests, WARM_UP)
  await load(raw.base, [sample], WARM_UP)
  return compare(
    rounds,
    async () => perSecond(await load(raw.base, [sample], seconds)),
    () => load(server.base, requests, seconds),
  )
}

/** How much longer the feed takes when one of its posts has 10,000 likes and 1,000 comments. */
async function heavyPost(bench: Bench, server: BuiltServer, scene: Scene, pace: Pace): Promise<number> {
  await withDatabase(bench.url, (db) => makeNewestPostPopular(db, MOST_LIKES, 1_000))
  const first = FEED(scene)
  const { next } = await fetchPage(`${server.base}${first.path}`, first.token)
  const second: Request = { ...first, path: next ?? '' }
  const { ratio } = await compare(
    pace.rounds,
    async () => perSecond(await load(server.base, [second], pace.seconds)),
    () => load(server.base, [first], pace.seconds),
  )
  return 1 / ratio
}

/** Signs people up, and finds posts and profiles to look at. */
export async function setScene(base: string): Promise<Scene> {
  const tokens: string[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const body = {
      name: `Reader ${n}`,
      email: `reader-${n}-${Date.now()}@example.org`,
      password: 'developer',
    }
    const { token } = await fetchJson<{ token: string }>(`${base}/api/users`, undefined, body)
    tokens.push(token)
  }
  const posts: { _id: string }[] = []
  let next: string | undefined = '/api/posts?limit=100'
  while (next && posts.length < 1_000) {
    const page: FeedPage = await fetchPage(`${base}${next}`, tokens[0])
    posts.push(...page.posts)
    next = page.next
  }
  const profiles = await fetchJson<{ user: { _id: string } }[]>(`${base}/api/profile?limit=20`)
  return { tokens, postIds: posts.map((post) => post._id), userIds: profiles.map(({ user }) => user._id) }
}

type FeedPage = { posts: { _id: string }[]; next: string | undefined }

async function fetchPage(url: string, token = ''): Promise<FeedPage> {
  const response = await fetch(url, { headers: { 'x-auth-token': token } })
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { posts: (await response.json()) as { _id: string }[], next }
}

async function fetchJson<T>(url: string, token?: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { 'x-auth-token': token }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json() as Promise<T>
}
