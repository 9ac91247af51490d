import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../server/database/changes.ts'
import { SHARDS_IN_TESTS } from '../../starters/citus.ts'
import { type Answer, distributed, PASSWORD, type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
let other: Person
let post: string
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpWithProfile()
  other = await app.signUp()
  post = await person.write('Hello')
  for (let more = 0; more < 5; more++) await person.write('More')
  await person.write('Tagged #sql')
  // It looks for jobs, and for what has yet to be indexed, on all shards every second.
  await app.running.context.jobs.stop()
})
afterAll(() => app.stop())

const like = (who: Person) => who.put(`/api/posts/like/${post}`)
const unlike = (who: Person) => who.put(`/api/posts/unlike/${post}`)
const comment = (who: Person) => who.post(`/api/posts/comment/${post}`, { text: 'Hi' })

async function acceptPath(): Promise<string> {
  const { body } = await person.post('/api/posts', { text: 'Why? #sql', question: true })
  const [answer] = (await person.post(`/api/posts/comment/${body._id}`, { text: 'So' })).body
  return `/api/posts/comment/${body._id}/${answer._id}/accepted`
}

type Query = { text: string; values: unknown[] }

/** How many shards each query of a call uses; queries on the coordinator alone are left out. */
async function shardsOf(call: () => Promise<Answer>): Promise<number[]> {
  // With an empty cache.
  await app.db.transaction((trx) => recordChanges(trx, 'all'))
  const send = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  const queries = (send.mock.calls as unknown as [Query | string][]).flatMap(([query]) =>
    typeof query === 'string' ? [] : query,
  )
  vi.restoreAllMocks()
  const plans = await Promise.all(
    queries.filter(({ text }) => /^(?:select|with|insert|update|delete)/.test(text)).map(explain),
  )
  return plans.flatMap((plan) =>
    Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count)),
  )
}

async function explain({ text, values }: Query): Promise<string> {
  const query = { ...sql`select`.compile(app.db.kysely), sql: `explain ${text}`, parameters: values ?? [] }
  const { rows } = await app.db.kysely.executeQuery<{ 'QUERY PLAN': string }>(query)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

// What docs/scale.md says of each call.
test.runIf(distributed).each<[string, () => Promise<Answer>]>([
  ['a post', () => person.get(`/api/posts/${post}`)],
  ['its comments', () => person.get(`/api/posts/${post}/comments`)],
  ['its history', () => person.get(`/api/posts/${post}/history`)],
  ['a new post', () => person.post('/api/posts', { text: 'More' })],
  ['a question with tags', () => person.post('/api/posts', { text: 'Why? #sql #go', question: true })],
  ['an edit', () => person.put(`/api/posts/${post}`, { text: 'Hello again' })],
  ['a like of which the author is told', () => like(other)],
  ['the same taken back', () => unlike(other)],
  ['a comment of which the author is told', () => comment(other)],
  ['an accepted answer', async () => person.put(await acceptPath())],
  ['a profile', () => person.get(`/api/profile/user/${person.id}`)],
  ['the own profile', () => person.get('/api/profile/me')],
  ['a change of the profile', () => person.post('/api/profile', { bio: 'Writes' })],
  ['a job', () => person.put('/api/profile/experience', { title: 'Engineer', company: 'Ours' })],
  ['the current user', () => person.get('/api/auth')],
  ['the sessions', () => person.get('/api/auth/sessions')],
  ['a login', () => app.call('POST', '/api/auth', { body: { email: person.email, password: PASSWORD } })],
  ['the deletion of a post', async () => person.delete(`/api/posts/${await person.write('Brief')}`)],
])('%s asks one shard at a time', async (_, call) => {
  const shards = await shardsOf(call)
  expect(shards.length).toBeGreaterThan(0)
  expect(new Set(shards)).toEqual(new Set([1]))
})

test.runIf(distributed).each<[string, () => Promise<Answer>]>([
  ['the feed', () => person.get('/api/posts')],
  ['the posts of a person', () => person.get(`/api/posts?author=${person.id}`)],
  ['the questions', () => person.get('/api/posts?feed=questions')],
  ['the posts with a tag', () => person.get('/api/posts?tag=sql')],
  ['the unanswered questions for me, with each of my skills', () => person.get('/api/posts?feed=for-me')],
  ['the developers', () => person.get('/api/profile')],
  ['a person, whose posts are counted', () => person.get(`/api/people/${person.id}`)],
])('%s asks all shards once', async (_, call) => {
  const shards = await shardsOf(call)
  expect(shards.filter((count) => count > 1)).toEqual([SHARDS_IN_TESTS])
})

test.runIf(distributed).each<[string, number, () => Promise<Answer>, (() => Promise<Answer>)?]>([
  ['a new post', 5, () => person.post('/api/posts', { text: 'More' })],
  ['a post with tags', 7, () => person.post('/api/posts', { text: 'More #sql #go' })],
  ['a like of an own post', 6, () => like(person)],
  ['a like of which the author is told', 9, () => like(other)],
  ['the same taken back', 10, () => unlike(other), () => like(other)],
  ['an own comment', 7, () => comment(person)],
  ['a comment of which the author is told', 10, () => comment(other)],
])('%s is written and answered in one round trip', async (_, statements, call, before) => {
  // Fills the caches with who is writing, on what, and who is told.
  for (const who of [person, other]) for (const write of [comment, like, unlike]) await write(who)
  await before?.()
  let answered = 0
  const sent: { text: string; answeredBefore: number }[] = []
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const spy = function (this: pg.Client, ...given: [Query, ...unknown[]]) {
    sent.push({ text: given[0].text, answeredBefore: answered })
    const result = send.apply(this, given)
    if (result instanceof Promise) void result.finally(() => answered++)
    return result
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(spy as never)
  expect((await call()).status).toBe(200)
  vi.restoreAllMocks()
  // Other work of the server may be sent meanwhile, but not in between.
  const first = sent.findIndex(({ text }) => text === 'begin')
  const written = sent.slice(first, first + statements)
  expect(written.filter(({ text }) => text === 'commit')).toHaveLength(1)
  expect(written).toHaveLength(statements)
  expect(new Set(written.map(({ answeredBefore }) => answeredBefore)).size).toBe(1)
})
