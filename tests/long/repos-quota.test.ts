import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ApiResponse, startApp, type TestApp } from '../app.ts'
import { type CodeHost, startCodeHost } from '../fake-code-host.ts'

// The code host's quota without a token.
const QUOTA = 60
const FOR_STRANGERS = 20
const FOR_OWNER = 12
const HOUR = 60 * 60_000

let host: CodeHost
let app: TestApp
beforeAll(async () => {
  host = await startCodeHost()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  host.asked.length = 0
  host.respond = sends(200, [])
  app = await startApp({ GITHUB_API_URL: host.url })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
})
afterAll(() => host.stop())

const sends =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
const read = (name: string, from = app, token?: string) =>
  from.call('GET', `/api/profile/github/${name}`, { token })
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const inventedNames = (count: number) => Array.from({ length: count }, (_, i) => `invented-${i}`)

async function memberWithName(githubusername: string) {
  const member = await app.signUpWithProfile()
  await member.post('/api/profile', { githubusername })
  return member
}

test('names that are in no profile use a small share of the quota over all processes, and leave the rest to profiles', async () => {
  await memberWithName('Ada-L')
  const second = await app.another({ GITHUB_API_URL: host.url })
  const responses: ApiResponse[] = []
  // Two at a time, because a busy machine refuses some of many.
  for (const name of inventedNames(QUOTA)) {
    responses.push(...(await Promise.all([read(name), read(`${name}-too`, second)])))
  }
  await second.stop()
  expect(host.asked).toHaveLength(FOR_STRANGERS)
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2 * QUOTA - FOR_STRANGERS)
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(HOUR / 1000)
  }
  expect((await read('aDA-l')).status).toBe(200)
  expect(host.asked).toHaveLength(FOR_STRANGERS + 1)

  pass(HOUR + 1_000)
  expect((await read('invented-again')).status).toBe(200)
})

test('names that are in no profile are cached if the host does not know them', async () => {
  host.respond = sends(404, {})
  for (let round = 0; round < 3; round++) {
    for (const name of inventedNames(5)) expect((await read(name)).status).toBe(404)
  }
  expect(host.asked).toHaveLength(5)
})

test('names that are in no profile gain nothing by being in a profile for a moment', async () => {
  const member = await memberWithName('first')
  for (const name of inventedNames(QUOTA)) {
    await member.post('/api/profile', { githubusername: name })
    await read(name)
  }
  expect(host.asked.length).toBeLessThanOrEqual(FOR_OWNER + FOR_STRANGERS)
})

test('names that are in no profile get the same share of the larger quota with a token', async () => {
  const rich = await app.another({ GITHUB_API_URL: host.url, GITHUB_TOKEN: 'token' })
  // One by one, because a busy machine refuses some of many.
  const statuses = new Set<number>()
  for (const name of inventedNames(2 * FOR_STRANGERS)) statuses.add((await read(name, rich)).status)
  await rich.stop()
  expect(statuses).toEqual(new Set([200]))
})

test.each(['a member', 'all visitors of an address'])(
  'in ten minutes, %s can look up 60 names that are in no profile and not cached',
  async (who) => {
    await memberWithName('Ada-L')
    const token = who === 'a member' ? (await app.signUp()).token : undefined
    const limited = await app.another({
      GITHUB_API_URL: host.url,
      GITHUB_TOKEN: 'token',
      RATE_LIMIT: 'on',
    })
    onTestFinished(() => limited.stop())
    host.respond = sends(404, {})
    for (const name of inventedNames(60)) expect((await read(name, limited, token)).status).toBe(404)
    const refused = await read('one-more', limited, token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect(host.asked).toHaveLength(60)

    expect((await read('invented-59', limited, token)).status).toBe(404)
    const { token: other } = await app.signUp()
    expect((await read('one-more', limited, other)).status).toBe(404)
    host.respond = sends(200, [])
    expect((await read('ada-l', limited, token)).status).toBe(200)
    pass(10 * 60_000 + 1_000)
    expect((await read('another', limited, token)).status).toBe(200)
  },
)

const NONE_LEFT = { 'x-ratelimit-remaining': '0' }
const inTenMinutes = () => String(Math.ceil(Date.now() / 1000) + 600)

test.each([
  ['by retry-after', 403, () => ({ 'retry-after': '17' }), 17],
  ['by a date', 429, () => ({ 'retry-after': new Date(Date.now() + 31_000).toUTCString() }), 31],
  ['by x-ratelimit-reset', 403, () => ({ ...NONE_LEFT, 'x-ratelimit-reset': inTenMinutes() }), 600],
  ['without saying until when', 429, () => ({}), 60],
  ['for a year', 429, () => ({ 'retry-after': '31536000' }), 3_600],
])(
  'a host that rejects calls %s is not called again before that, whatever the name',
  async (_, status, headers, seconds) => {
    for (const name of ['ada', 'grace', 'linus']) await memberWithName(name)
    host.respond = sends(200, [])
    await read('ada')
    pass(HOUR)
    host.respond = sends(status, { message: 'API rate limit exceeded' }, headers())
    for (const name of ['grace', 'grace', 'linus', 'nobody']) {
      const response = await read(name)
      expect(response.status).toBe(503)
      expect(response.body).toEqual({ errors: [{ msg: 'The code host is refusing requests for now' }] })
      const wait = Number(response.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(seconds - 5)
      expect(wait).toBeLessThanOrEqual(seconds + 1)
    }
    expect((await read('ada')).status).toBe(200)
    expect(host.asked).toHaveLength(2)
    host.respond = sends(200, [])
    pass((seconds + 1) * 1000)
    for (const name of ['grace', 'linus']) expect((await read(name)).status).toBe(200)
  },
)

test('a host that rejects calls for one name only is still called for the others', async () => {
  for (const name of ['blocked', 'ada', 'grace']) await memberWithName(name)
  const quotaHeaders = { 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': inTenMinutes() }
  for (const headers of [{}, quotaHeaders]) {
    pass(HOUR)
    host.respond = (response, path) => sends(path.includes('/blocked/') ? 403 : 200, [], headers)(response)
    const refused = await read('blocked')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const name of ['ada', 'grace']) expect((await read(name)).status).toBe(200)
  }
})

test('a host that rejects calls is not called once it says that no calls are left', async () => {
  await memberWithName('grace')
  host.respond = sends(200, [], { ...NONE_LEFT, 'x-ratelimit-reset': inTenMinutes() })
  expect((await read('ada')).status).toBe(200)
  expect((await read('grace')).status).toBe(503)
  expect(host.asked).toHaveLength(1)
  pass(601_000)
  expect((await read('grace')).status).toBe(200)
})
