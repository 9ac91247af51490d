import type { Engine } from '../server/database/database.ts'
import { startServer } from '../starters/built-server.ts'
import type { CommunitySize } from '../starters/community.ts'
import { compare } from './compare.ts'
import { createDatabase, fillDatabase, freeGigabytes } from './databases.ts'
import { createFixture, fetchPage } from './fixture.ts'
import type { Pace } from './measure-load.ts'
import { perSecond, type Request, runLoad } from './wrk.ts'

const SMALL: CommunitySize = { users: 1_000, posts: 1_000, told: true }
const LARGE: CommunitySize = { users: 100_000, posts: 1_000_000, told: true }
const LARGE_QUICK: CommunitySize = { users: 20_000, posts: 200_000, told: true }
const PAGES = 1_000

/** The lists by their names; AUTHOR stands for someone who has written. */
const LISTS = {
  feed: '/api/posts',
  developers: '/api/profile',
  questions: '/api/posts?feed=questions',
  'unanswered questions': '/api/posts?feed=unanswered',
  'questions for me': '/api/posts?feed=for-me',
  'posts of what I follow': '/api/posts?feed=following',
  'posts with a tag': '/api/posts?tag=typescript',
  'unanswered questions with a tag': '/api/posts?tag=typescript&feed=unanswered',
  'posts of an author': '/api/posts?author=AUTHOR',
  notifications: '/api/notifications',
}
type ListName = keyof typeof LISTS
const NAMES = Object.keys(LISTS) as ListName[]

const SKILLS = 'TypeScript, SQL, Linux, CSS, Go, Rust, Zig, Elixir, Haskell, Kotlin'

export type Growth = {
  engine: Engine
  posts: number
  rows: { name: string; small: number; large: number; times: number }[]
}

type Community = { base: string; requests: Map<ListName, Request[]>; close(): Promise<void> }

/** Measures how many times as long a page takes in a large community as in a small one. */
export async function measureGrowth(engine: Engine, quick: boolean, pace: Pace): Promise<Growth> {
  const size = quick ? LARGE_QUICK : LARGE
  if (freeGigabytes() < 6) throw new Error('The large database needs 6 GB of free disk space.')
  const small = await openCommunity(engine, SMALL)
  try {
    const large = await openCommunity(engine, size)
    try {
      const rows: Growth['rows'] = []
      for (const list of NAMES) {
        const measure = (pages: number) => compareList(list, pages, small, large, pace)
        rows.push({ name: `${list}, first page`, ...(await measure(1)) })
        rows.push({ name: `${list}, different pages in turn`, ...(await measure(PAGES)) })
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
  const server = await startServer({ DATABASE_URL: database.url })
  const { base } = server
  const { tokens, userIds } = await createFixture(base)
  const [token = '', other = ''] = tokens
  await prepareReader(base, token, userIds)
  await tellReader(base, token, other)
  const requests = new Map<ListName, Request[]>()
  for (const name of NAMES) {
    const path = LISTS[name].replace('AUTHOR', userIds.at(-1) ?? '')
    requests.set(name, await pageRequests(base, path, token))
  }
  return {
    base,
    requests,
    async close() {
      await server.stop()
      await database.remove()
    },
  }
}

/** Compares as many pages in both communities. */
async function compareList(
  name: ListName,
  pages: number,
  small: Community,
  large: Community,
  { rounds, seconds }: Pace,
) {
  const count = Math.min(pages, ...[small, large].map(({ requests }) => requests.get(name)?.length ?? 0))
  const run = ({ base, requests }: Community) =>
    runLoad(base, requests.get(name)?.slice(0, count) ?? [], seconds)
  for (const community of [small, large]) await run(community)
  const { load, limit, ratio } = await compare({
    rounds,
    measureLimit: async () => perSecond(await run(small)),
    measureLoad: () => run(large),
  })
  return { small: limit, large: perSecond(load), times: 1 / ratio }
}

/** Makes calls as the member of the token. */
function sender(base: string, token: string) {
  return async (method: string, path: string, body = {}) => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': token }
    const response = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`)
    return response.json() as Promise<{ _id: string }>
  }
}

const POSTS_LIKED = 30

/** Has another member like and comment on what the reader has written, of which the reader is told. */
async function tellReader(base: string, reader: string, other: string): Promise<void> {
  const [write, react] = [sender(base, reader), sender(base, other)]
  for (let count = 0; count < POSTS_LIKED; count++) {
    const { _id } = await write('POST', '/api/posts', { text: `Post ${count}` })
    await react('PUT', `/api/posts/like/${_id}`)
    await react('POST', `/api/posts/comment/${_id}`, { text: `Comment ${count}` })
  }
}

/** Gives the reader skills that are tags, five of which are used, and has them follow people and a tag. */
async function prepareReader(base: string, token: string, people: string[]): Promise<void> {
  const send = sender(base, token)
  await send('POST', '/api/profile', { status: 'Developer', skills: SKILLS })
  await send('PUT', '/api/follows/tags/typescript')
  for (const id of people) await send('PUT', `/api/follows/people/${id}`)
}

/** Pages of twenty entries, each starting one entry later than the page before. */
async function pageRequests(base: string, path: string, token: string): Promise<Request[]> {
  const requests: Request[] = []
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  while (next && requests.length < PAGES) {
    requests.push({ path: next.replace('limit=1', 'limit=20'), token })
    next = (await fetchPage(`${base}${next}`, token)).next
  }
  return requests
}
