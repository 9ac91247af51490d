import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiResponse, Person, startApp, type TestApp } from '../app.ts'

const WINDOW = 10 * 60_000

let app: TestApp
let person: Person
const start = async (environment = {}) => {
  app = await startApp({ RATE_LIMIT: 'on', ...environment })
  person = await app.signUp()
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
})

const post = (someone = person) => someone.post('/api/posts', { text: 'Again' })

function statuses(responses: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Small groups keep the machine from running out of sockets. */
async function repeatWrite(count: number, write: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  while (responses.length < count) responses.push(...(await Promise.all(Array.from({ length: 25 }, write))))
  return responses
}

const setCounters = (count: number) =>
  app.db.transaction((trx) => trx.updateTable('attempts').set({ count }).where('count', '=', 1).execute())

test('a member can write 200 posts in ten minutes, and others are not affected', async () => {
  await start()
  expect((await post()).status).toBe(200)
  await setCounters(175)
  expect(statuses(await repeatWrite(50, post))).toEqual({ 200: 25, 429: 25 })
  const refused = await post()
  expect(refused.body).toEqual({ errors: [{ msg: 'Too many requests, please try again later' }] })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(500)
  expect(wait).toBeLessThanOrEqual(600)
  expect(await app.db.kysely.selectFrom('posts').select('id').execute()).toHaveLength(26)
  const { body } = await person.get('/api/posts?limit=1')
  expect((await person.post(`/api/posts/comment/${body[0]._id}`, { text: 'Still here' })).status).toBe(200)
  expect((await post(await app.signUp())).status).toBe(200)

  vi.setSystemTime(Date.now() + WINDOW + 1_000)
  expect((await post()).status).toBe(200)
})

test('a member can write 1,000 comments in ten minutes', async () => {
  await start()
  const id = await person.write('Discuss')
  const comment = () => person.post(`/api/posts/comment/${id}`, { text: 'Hm' })
  expect((await comment()).status).toBe(200)
  await setCounters(975)
  expect(statuses(await repeatWrite(50, comment))).toEqual({ 200: 25, 429: 25 })
})

test('a member can make 100 invitations in an hour', async () => {
  await start()
  const moderator = await app.signUpAs('moderator')
  const invite = () => moderator.post('/api/invitations', {})
  expect((await invite()).status).toBe(200)
  await setCounters(75)
  expect(statuses(await repeatWrite(50, invite))).toEqual({ 200: 25, 429: 25 })
  expect(await app.db.kysely.selectFrom('invitations').select('id').execute()).toHaveLength(26)
})

test('writes are counted over all processes', async () => {
  await start()
  const second = await app.another({ RATE_LIMIT: 'on' })
  try {
    const sameMember = new Person(second, person.token, person.id, person.name, person.email)
    expect((await post()).status).toBe(200)
    await setCounters(150)
    const responses = await repeatWrite(25, post)
    expect(statuses([...responses, ...(await repeatWrite(50, () => post(sameMember)))])).toEqual({
      200: 50,
      429: 25,
    })
  } finally {
    await second.stop()
  }
})

test('nothing is limited if limits are off', async () => {
  await start({ RATE_LIMIT: 'off' })
  expect(statuses(await repeatWrite(225, post))).toEqual({ 200: 225 })
})
