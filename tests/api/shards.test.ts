import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SHARDS_IN_TESTS } from '../../starters/citus.ts'
import { type Answer, distributed, type Person, startApp, type TestApp } from '../app.ts'
import { plansOf, type Query } from './plans.ts'

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

async function answered(text: string): Promise<{ question: string; answer: string }> {
  const { body } = await person.post('/api/posts', { text: 'Why? #sql', question: true })
  const [answer] = (await other.post(`/api/posts/comment/${body._id}`, { text })).body
  return { question: body._id, answer: answer._id }
}

// Besides what tests/api/shards-of-calls.test.ts tries.
test.runIf(distributed).each<[string, () => Promise<Answer>]>([
  ['a post without tags', () => person.post('/api/posts', { text: 'More' })],
  ['a like that exists already', () => like(person)],
  ['a question with tags', () => person.post('/api/posts', { text: 'Why? #sql #go', question: true })],
  [
    'the deletion of an own comment',
    async () => {
      const [own] = (await comment(person)).body
      return person.delete(`/api/posts/comment/${post}/${own._id}`)
    },
  ],
  [
    'the deletion of a post that others like and comment on',
    async () => {
      const { question } = await answered('So')
      await other.put(`/api/posts/like/${question}`)
      return person.delete(`/api/posts/${question}`)
    },
  ],
])('%s asks one shard at a time', async (_, call) => {
  const { shards } = await plansOf(app, call)
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
  [
    'the deletion of a comment that may mention people',
    async () => {
      const { question, answer } = await answered('So, @nobody')
      return other.delete(`/api/posts/comment/${question}/${answer}`)
    },
  ],
  [
    'the deletion of a post with a comment that may mention people',
    async () => {
      const { question } = await answered('So, @nobody')
      return person.delete(`/api/posts/${question}`)
    },
  ],
])('%s asks all shards once', async (_, call) => {
  const { shards } = await plansOf(app, call)
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
