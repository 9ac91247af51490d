import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHARDS_IN_TESTS } from '../../../test-support/citus.ts'
import { type ApiResponse, distributed, type Person, startApp, type TestApp } from '../../app.ts'
import { plansOf } from './plans.ts'

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
  await app.stopBackgroundWork()
})
afterAll(() => app.stop())

const like = (who: Person) => who.put(`/api/posts/like/${post}`)
const comment = (who: Person) => who.post(`/api/posts/comment/${post}`, { text: 'Hi' })

async function answered(text: string): Promise<{ question: string; answer: string }> {
  const { body } = await person.post('/api/posts', { text: 'Why? #sql', question: true })
  const [answer] = (await other.post(`/api/posts/comment/${body._id}`, { text })).body
  return { question: body._id, answer: answer._id }
}

// In addition to tests/api/database/shards-of-calls.test.ts.
test.runIf(distributed).each<[string, () => Promise<ApiResponse>]>([
  ['a post without tags', () => person.post('/api/posts', { text: 'More' })],
  ['a like that exists already', () => like(person)],
  ['a question with tags', () => person.post('/api/posts', { text: 'Why? #sql #go', question: true })],
])('%s asks one shard at a time', async (_, call) => {
  const { shards } = await plansOf(app, call)
  expect(shards.length).toBeGreaterThan(0)
  expect(new Set(shards)).toEqual(new Set([1]))
})

test.runIf(distributed).each<[string, () => Promise<ApiResponse>]>([
  ['the feed', () => person.get('/api/posts')],
  ['the posts of a person', () => person.get(`/api/posts?author=${person.id}`)],
  ['the questions', () => person.get('/api/posts?feed=questions')],
  ['the posts with a tag', () => person.get('/api/posts?tag=sql')],
  ['the unanswered questions for me, with each of my skills', () => person.get('/api/posts?feed=for-me')],
  ['the developers', () => person.get('/api/profile')],
  ['a person, whose posts are counted', () => person.get(`/api/people/${person.id}`)],
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
])('%s asks all shards at most three times', async (_, call) => {
  const { shards } = await plansOf(app, call)
  const spread = shards.filter((count) => count > 1)
  expect(spread).toContain(SHARDS_IN_TESTS)
  // A list asks for ids, then for sizes and contents.
  expect(spread.length).toBeLessThanOrEqual(3)
})
