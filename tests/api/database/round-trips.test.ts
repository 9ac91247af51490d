import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiResponse, type Person, startApp, type TestApp } from '../../app.ts'

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

const like = (who: Person) => who.put(`/api/posts/like/${post}`)
const unlike = (who: Person) => who.put(`/api/posts/unlike/${post}`)
const comment = (who: Person) => who.post(`/api/posts/comment/${post}`, { text: 'Hi' })

const ROUND_TRIPS = { 'one round trip': 1, 'two round trips': 2 }

test.each<[string, keyof typeof ROUND_TRIPS, () => Promise<ApiResponse>, (() => Promise<ApiResponse>)?]>([
  ['a new post', 'one round trip', () => person.post('/api/posts', { text: 'More' })],
  ['a post with tags', 'one round trip', () => person.post('/api/posts', { text: 'More #sql #go' })],
  ['a like of an own post', 'two round trips', () => like(person)],
  ['a like of which the author is notified', 'two round trips', () => like(other)],
  ['the same like again', 'two round trips', () => like(other), () => like(other)],
  ['the same taken back', 'two round trips', () => unlike(other), () => like(other)],
  ['an own comment', 'two round trips', () => comment(person)],
  ['a comment of which the author is notified', 'two round trips', () => comment(other)],
])('%s takes %s, with its commit', async (_, expected, call, before) => {
  // Fills the caches with who is writing, on what, and who is notified.
  for (const who of [person, other]) for (const write of [comment, like, unlike]) await write(who)
  await before?.()
  const send = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  // Statements outside of the transaction are sent one by one.
  const batches = (send.mock.calls as unknown as [object][]).filter(
    ([query]) => 'submit' in query && !(query instanceof pg.Query),
  )
  vi.restoreAllMocks()
  expect(batches.length).toBe(ROUND_TRIPS[expected])
})
