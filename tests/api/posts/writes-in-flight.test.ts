import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comment } from '../../../contract/posts.ts'
import { type ApiResponse, type Person, startApp, type TestApp } from '../../app.ts'

const CROWD = 8

let app: TestApp
let secondApp: TestApp
let moderator: Person
let author: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  moderator = await app.signUpAs('moderator')
  author = await app.signUp('Author')
  await app.stopBackgroundWork()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const newCrowd = () => Promise.all(Array.from({ length: CROWD }, () => app.signUp()))
const comment = (person: Person, post: string) => person.post(`/api/posts/comment/${post}`, { text: 'Hi' })

async function overtake(
  call: () => Promise<ApiResponse>,
  event: () => Promise<unknown>,
): Promise<ApiResponse> {
  const { db } = app.running.context
  const { transaction } = db
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  db.transaction = async (work) => {
    arrived.resolve()
    await gate.promise
    return transaction(work)
  }
  const response = call()
  await Promise.race([arrived.promise, response])
  db.transaction = transaction
  await event().finally(gate.resolve)
  return response
}

const suspend = (member: Person) =>
  secondApp.call('PUT', `/api/admin/suspensions/${member.id}`, {
    token: moderator.token,
    body: { reason: 'x' },
  })

test('a like that a suspension overtakes is refused', async () => {
  const member = await app.signUp()
  const post = await author.write('Like me')
  const response = await overtake(
    () => member.put(`/api/posts/like/${post}`),
    () => suspend(member),
  )
  expect(response.status).toBe(401)
  expect((await author.get(`/api/posts/${post}`)).body).toMatchObject({ likeCount: 0, likes: [] })
})

test('a post that a suspension overtakes is refused, and leaves nothing behind', async () => {
  const member = await app.signUp()
  const { handle } = (await author.get('/api/auth')).body
  const response = await overtake(
    () => member.post('/api/posts', { text: `#overtaken and @${handle}` }),
    () => suspend(member),
  )
  expect(response.status).toBe(401)
  expect((await author.get('/api/posts?tag=overtaken')).body).toEqual([])
  expect((await author.get('/api/tags?prefix=overtaken')).body).toEqual([])
  expect((await author.get('/api/notifications')).body).toEqual([])
})

test('a comment that a block overtakes is refused', async () => {
  const member = await app.signUp()
  const post = await author.write('Talk')
  const response = await overtake(
    () => comment(member, post),
    () => secondApp.call('PUT', `/api/blocks/${member.id}`, { token: author.token }),
  )
  expect(response.status).toBe(403)
  expect((await author.get(`/api/posts/${post}`)).body).toMatchObject({ commentCount: 0, comments: [] })
})

test('nothing is visible of what members write while they are being suspended', async () => {
  const post = await author.write('Talk')
  const crowd = await newCrowd()
  // Loads every session, so that nothing delays the writes.
  for (const person of crowd) await comment(person, post)
  const writes = crowd.flatMap((person) => [
    comment(person, post),
    person.post('/api/posts', { text: 'Hi' }),
    person.put(`/api/posts/like/${post}`),
  ])
  const suspensions = crowd.map(({ id }) =>
    secondApp.call('PUT', `/api/admin/suspensions/${id}`, { token: moderator.token, body: { reason: 'x' } }),
  )
  const responses = await Promise.all(writes)
  for (const { status } of responses) expect([200, 401, 403]).toContain(status)
  for (const { status } of await Promise.all(suspensions)) expect(status).toBe(200)
  expect((await author.get(`/api/posts/${post}`)).body).toMatchObject({
    likeCount: 0,
    likes: [],
    commentCount: 0,
    comments: [],
  })
  const ids = crowd.map(({ id }) => id)
  const feed = (await author.get('/api/posts?limit=100')).body
  expect(feed.filter(({ user }: { user: string }) => ids.includes(user))).toEqual([])
})

test('no comment appears after its author was blocked', async () => {
  const post = await author.write('Talk')
  const crowd = await newCrowd()
  const commentsBy = async ({ id }: Person): Promise<string[]> => {
    const { body } = await author.get(`/api/posts/${post}/comments?limit=100`)
    return body.filter(({ user }: Comment) => user === id).map(({ _id }: Comment) => _id)
  }
  for (const person of crowd) await comment(person, post)
  const writes = crowd.flatMap((person) => [comment(person, post), comment(person, post)])
  const visible = await Promise.all(
    crowd.map(async (person) => {
      const { status } = await secondApp.call('PUT', `/api/blocks/${person.id}`, { token: author.token })
      expect(status).toBe(200)
      return commentsBy(person)
    }),
  )
  for (const { status } of await Promise.all(writes)) expect([200, 403]).toContain(status)
  expect(await Promise.all(crowd.map(commentsBy))).toEqual(visible)
})
