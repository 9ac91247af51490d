import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { MAX_CREDENTIALS, MAX_PROJECTS } from '../contract/limits.ts'
import type { Engine } from '../server/database/database.ts'
import { indexChanges, restartIndex, WITHOUT_PAUSE } from '../server/features/search/indexer.ts'
import { changeSiteSettings } from '../server/features/site/site-settings.ts'
import { startServer } from '../test-support/built-server.ts'
import { createDatabase, fillDatabase, withDatabase } from './databases.ts'
import { createFixture, type Fixture } from './fixture.ts'
import { type Request, runWrk } from './wrk.ts'

const SECONDS = 20
const READ_EVERY = 25
const POST_EVERY = 250
// The load comes from 127.0.0.1.
const NEIGHBOR = '127.0.0.2'

export type NeighborResult = {
  engine: Engine
  load: { requests: number; refused: number }
  reads: Measured
  posts: Measured
}
export type Measured = { count: number; refused: number; p50: number; p99: number }

type Response = { status: number; milliseconds: number }

/** One address sends the most expensive requests it may, while another reads and posts on schedule. */
export async function measureNeighbor(engine: Engine): Promise<NeighborResult> {
  const database = await createDatabase(engine)
  try {
    await fillDatabase(database, { users: 2_000, posts: 10_000 }, `Filling ${engine}`)
    await withDatabase(database.url, async (db) => {
      await db.transaction(async (trx) => {
        await restartIndex(trx)
        // Visitors can only read feeds in a public community.
        await changeSiteSettings(trx, { reading: 'public' })
      })
      await indexChanges(db, WITHOUT_PAUSE)
    })
    const server = await startServer({ DATABASE_URL: database.url, RATE_LIMIT: 'on' })
    try {
      const fixture = await createFixture(server.base)
      const [token = '', ...tokens] = fixture.tokens
      const load = runWrk(server.base, expensiveRequests({ ...fixture, tokens }), SECONDS)
      const neighbor = await visit(server.base, token, fixture)
      const { requests, failed } = await load
      return { engine, load: { requests, refused: failed }, ...neighbor }
    } finally {
      await server.stop()
    }
  } finally {
    await database.remove()
  }
}

function expensiveRequests({ tokens, postIds, userIds }: Fixture): Request[] {
  const resume = resumeOfManyItems()
  return Array.from({ length: 700 }, (_, n) => {
    const token = tokens[n % tokens.length]
    const post = postIds[n % postIds.length]
    const user = userIds[n % userIds.length]
    const feeds = [`/@member-${n}/feed.atom`, `/posts/${post}`, `/profile/${user}`]
    return [
      { path: feeds[n % feeds.length] ?? '' },
      { path: `/api/posts?limit=${51 + (n % 50)}`, token },
      { path: `/api/search?q=list+fast+reading+${n}`, token },
      ...(n % 4 === 0 ? [{ method: 'POST', path: '/api/profile/resume', token, body: resume }] : []),
      { method: 'POST', path: '/api/preview', token, body: { text: `${n} ${'*a_ '.repeat(2_400)}` } },
    ]
  }).flat()
}

function resumeOfManyItems() {
  const text = `**Much** was done.\n\n${'- built `code` and [links](https://example.com)\n'.repeat(14)}`
  const list = <Item>(length: number, item: (n: number) => Item) => Array.from({ length }, (_, n) => item(n))
  return {
    work: list(MAX_CREDENTIALS, (n) => ({ name: 'Company', position: `Job ${n}`, summary: text })),
    education: list(MAX_CREDENTIALS, (n) => ({ institution: 'School', area: `Art ${n}`, description: text })),
    projects: list(MAX_PROJECTS, (n) => ({ name: `Project ${n}`, description: text })),
    skills: [{ name: 'SQL' }],
  }
}

async function visit(base: string, token: string, { postIds, userIds }: Fixture) {
  const agent = new Agent({ keepAlive: true, localAddress: NEIGHBOR })
  const paths = [
    '/api/posts?limit=20',
    `/api/posts/${postIds[2]}`,
    `/api/profile/user/${userIds[0]}`,
    '/api/auth',
  ]
  const reads: Promise<Response>[] = []
  const posts: Promise<Response>[] = []
  const start = performance.now()
  for (let step = 0; step * READ_EVERY < SECONDS * 1_000; step++) {
    await setTimeout(Math.max(0, start + step * READ_EVERY - performance.now()))
    reads.push(send(agent, base, { path: paths[step % paths.length] ?? '', token }))
    if (step % (POST_EVERY / READ_EVERY) > 0) continue
    posts.push(
      send(agent, base, { method: 'POST', path: '/api/posts', token, body: { text: `Post ${step}` } }),
    )
  }
  const result = { reads: summarize(await Promise.all(reads)), posts: summarize(await Promise.all(posts)) }
  agent.destroy()
  return result
}

function send(agent: Agent, base: string, { method = 'GET', path, token, body }: Request): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
  const began = performance.now()
  request(`${base}${path}`, { method, headers, agent }, (response) => {
    const status = response.statusCode ?? 0
    response.resume().on('end', () => resolve({ status, milliseconds: performance.now() - began }))
  })
    .on('error', reject)
    .end(body && JSON.stringify(body))
  return promise
}

function summarize(responses: Response[]): Measured {
  const times = responses.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.ceil(share * times.length) - 1] ?? 0
  const refused = responses.filter(({ status }) => status !== 200).length
  return { count: times.length, refused, p50: quantile(0.5), p99: quantile(0.99) }
}
