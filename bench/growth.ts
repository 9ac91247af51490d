import type { Engine } from '../server/database/database.ts'
import { startServer } from '../test-support/built-server.ts'
import type { CommunitySize } from '../test-support/community.ts'
import { cpuTime } from '../test-support/cpu-time.ts'
import { createDatabase, fillDatabase, freeGigabytes, vacuum, withDatabase } from './databases.ts'
import { fetchPage } from './fixture.ts'
import { addReaders, type Readers, TAG_OF_EVERYTHING, TAG_OF_THE_OLDEST } from './growth-readers.ts'
import { MAX_GROWTH } from './targets.ts'
import { median, type Request, runLoad } from './wrk.ts'

// Members write equally much in both sizes, so that pages of one author are equally long.
const SMALL: CommunitySize = { users: 100, posts: 1_000, notifications: true }
const LARGE: CommunitySize = { users: 100_000, posts: 1_000_000, notifications: true }
const LARGE_QUICK: CommunitySize = { users: 20_000, posts: 200_000, notifications: true }
const ROUNDS = 5
const SECONDS = 1

type List = { path: string; reader?: keyof Readers }

/** AUTHOR stands for the id of a member with posts. */
const LISTS: Record<string, List> = {
  feed: { path: '/api/posts' },
  developers: { path: '/api/profile' },
  questions: { path: '/api/posts?feed=questions' },
  'unanswered questions': { path: '/api/posts?feed=unanswered' },
  'questions for me': { path: '/api/posts?feed=for-me' },
  'following 1,000 people and a tag': { path: '/api/posts?feed=following' },
  'following one': { path: '/api/posts?feed=following', reader: 'followingOne' },
  'following nobody': { path: '/api/posts?feed=following', reader: 'followingNobody' },
  'following 1,000 who wrote long ago': { path: '/api/posts?feed=following', reader: 'followingTheSilent' },
  'a tag of every post': { path: `/api/posts?tag=${TAG_OF_EVERYTHING}` },
  'a tag of the oldest posts': { path: `/api/posts?tag=${TAG_OF_THE_OLDEST}` },
  'unanswered questions with a tag': { path: `/api/posts?tag=${TAG_OF_EVERYTHING}&feed=unanswered` },
  'posts of an author': { path: '/api/posts?author=AUTHOR' },
  bookmarks: { path: '/api/bookmarks' },
  notifications: { path: '/api/notifications' },
}

/** Microseconds of processor time of the server and the database. */
export type Growth = {
  engine: Engine
  posts: number
  rows: { name: string; small: number; large: number; times: number }[]
}

type Community = {
  base: string
  processes: number[]
  requests: Map<string, Request[]>
  close(): Promise<void>
}

export async function measureGrowth(engine: Engine, quick: boolean): Promise<Growth> {
  const size = quick ? LARGE_QUICK : LARGE
  if (freeGigabytes() < 8) throw new Error('The large database needs 8 GB of free disk space.')
  const small = await openCommunity(engine, SMALL)
  try {
    const large = await openCommunity(engine, size)
    try {
      const rows: Growth['rows'] = []
      for (const name of small.requests.keys()) {
        rows.push({ name, ...(await compareList(name, small, large, quick ? 1 : ROUNDS)) })
      }
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
  const readers = await withDatabase(database.url, addReaders)
  if (engine === 'postgres') await vacuum(database.url)
  const server = await startServer({ DATABASE_URL: database.url })
  const { base } = server
  const author = await writeAndBeNotified(base, readers.followingMany, readers.followingNobody)
  const requests = new Map<string, Request[]>()
  for (const [name, { path, reader = 'followingMany' }] of Object.entries(LISTS)) {
    requests.set(name, await pageRequests(base, path.replace('AUTHOR', author), readers[reader]))
  }
  return {
    base,
    processes: [server.pid, database.pid].filter((pid) => pid !== undefined),
    requests,
    async close() {
      await server.stop()
      await database.remove()
    },
  }
}

/** Processor time depends less on other load than rates do. */
async function compareList(name: string, small: Community, large: Community, rounds: number) {
  const measure = async ({ base, processes, requests }: Community) => {
    const before = cpuTime(processes)
    const report = await runLoad(base, requests.get(name) ?? [], SECONDS)
    return ((cpuTime(processes) - before) * 1_000) / report.requests
  }
  for (const community of [small, large]) await measure(community)
  const measured: { small: number; large: number }[] = []
  const medianRatio = () => median(measured.map((round) => round.large / round.small))
  for (let remainingRounds = rounds; remainingRounds > 0; remainingRounds--) {
    measured.push({ small: await measure(small), large: await measure(large) })
    if (measured.length === rounds && medianRatio() > MAX_GROWTH) remainingRounds += 2 * rounds
  }
  return {
    small: median(measured.map((round) => round.small)),
    large: median(measured.map((round) => round.large)),
    times: medianRatio(),
  }
}

function sender(base: string, token: string) {
  return async (method: string, path: string, body = {}) => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': token }
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}.`)
    return response.json() as Promise<{ _id: string; user: string }>
  }
}

const SKILLS = 'TypeScript, SQL, Linux, CSS, Go, Rust, Zig, Elixir, Haskell, Kotlin'
const POSTS_WRITTEN = 40

async function writeAndBeNotified(base: string, reader: string, other: string): Promise<string> {
  const write = sender(base, reader)
  const react = sender(base, other)
  await write('POST', '/api/profile', { status: 'Developer', skills: SKILLS })
  await write('PUT', '/api/follows/tags/typescript')
  let id = ''
  for (let count = 0; count < POSTS_WRITTEN; count++) {
    const post = await write('POST', '/api/posts', { text: `Post ${count}` })
    await react('PUT', `/api/posts/like/${post._id}`)
    await react('POST', `/api/posts/comment/${post._id}`, { text: `Comment ${count}` })
    id = post.user
  }
  return id
}

// Few enough that no list is shorter in the small community.
const STARTS = 25
const LARGEST_PAGE = 50

/** Together more pages than the cache holds. */
async function pageRequests(base: string, path: string, token: string): Promise<Request[]> {
  const starts: string[] = []
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  while (next && starts.length < STARTS) {
    starts.push(next)
    next = (await fetchPage(`${base}${next}`, token)).next
  }
  const sizes = Array.from({ length: LARGEST_PAGE }, (_, index) => index + 1)
  return sizes.flatMap((limit) =>
    starts.map((start) => ({ path: start.replace('limit=1', `limit=${limit}`), token })),
  )
}
