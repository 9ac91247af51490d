import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../server/database/changes/changes.ts'
import { tablesIn } from '../../server/database/schema/distribution.ts'
import { type ApiResponse, distributed, type Person, startApp, type TestApp } from '../app.ts'
import { type SentQuery, spyOnQueries } from '../sent-queries.ts'

let app: TestApp
let person: Person
let other: Person
let post: string
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpWithProfile()
  other = await app.signUp()
  post = await person.write('Hello')
  await app.stopBackgroundWork()
})
afterAll(() => app.stop())

const ON_EVERY_NODE = new Set<string>([...tablesIn('reference'), ...tablesIn('local')])

/** Counts the shards that each query asks, without queries on local or reference tables. */
async function shardsOf(call: () => Promise<ApiResponse>): Promise<number[]> {
  await app.db.transaction((trx) => recordChanges(trx, 'all'))
  const sentQueries = spyOnQueries()
  expect((await call()).status).toBe(200)
  const queries = sentQueries()
  vi.restoreAllMocks()
  const planned = queries.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)/.test(text))
  const plans = await Promise.all(planned.map(explain))
  return plans
    .filter(isDistributed)
    .flatMap((plan) => Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count)))
}

async function explain({ text, values }: SentQuery): Promise<string> {
  const query = { ...sql`select`.compile(app.db.kysely), sql: `explain ${text}`, parameters: values ?? [] }
  const { rows } = await app.db.kysely.executeQuery<{ 'QUERY PLAN': string }>(query)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const isDistributed = (plan: string) =>
  Array.from(plan.matchAll(/ on ([a-z_]+)_\d+/g)).some(([, table = '']) => !ON_EVERY_NODE.has(table))

const like = () => other.put(`/api/posts/like/${post}`)

test.runIf(distributed).each<[string, () => Promise<ApiResponse>]>([
  ['a post without tags', () => person.post('/api/posts', { text: 'More' })],
  ['a question with tags', () => person.post('/api/posts', { text: 'Why? #sql #go', question: true })],
  ['a like', like],
  ['a like that exists already', like],
  ['an unlike', () => other.put(`/api/posts/unlike/${post}`)],
  ['a comment', () => other.post(`/api/posts/comment/${post}`, { text: 'Hi' })],
  ['one post', () => person.get(`/api/posts/${post}`)],
  ['one profile', () => other.get(`/api/profile/user/${person.id}`)],
])('%s asks one shard at a time', async (_, call) => {
  const shards = await shardsOf(call)
  expect(shards.length).toBeGreaterThan(0)
  expect(new Set(shards)).toEqual(new Set([1]))
})
