import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pending } from '../../test-support/pending-promise.ts'
import { startApp, type TestApp } from '../app.ts'
import { type CodeHost, startCodeHost } from '../fake-code-host.ts'

let host: CodeHost
let app: TestApp
let user: string
let users = 0

beforeAll(async () => {
  host = await startCodeHost()
  app = await startApp({ GITHUB_API_URL: `${host.url}/api/v3/`, GITHUB_TOKEN: 'host-token' })
})
beforeEach(() => {
  host.asked.length = 0
  // Responses are cached by name.
  user = `user-${++users}`
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await app.stop()
  await host.stop()
})

const read = (name = user) => app.call('GET', `/api/profile/github/${name}`)
const sends =
  (status: number, body: unknown, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const REPO = {
  id: 7,
  name: 'engine',
  html_url: 'https://code.example/ada/engine',
  description: 'Analytical',
  stargazers_count: 3,
  watchers_count: 2,
  forks_count: 1,
}
const HOST_NOT_RESPONDING = { errors: [{ msg: 'The code host is not responding' }] }

test('the five latest repositories of a user are requested, and only seven fields are returned', async () => {
  const fromHost = { ...REPO, private: true, owner: { login: 'ada', email: 'ada@example.com' }, size: 9 }
  host.respond = sends(200, [fromHost, { ...fromHost, id: 8, description: null }])
  const response = await read()
  expect(response.status).toBe(200)
  expect(response.body).toEqual([REPO, { ...REPO, id: 8, description: null }])
  expect(host.asked).toHaveLength(1)
  expect(host.asked[0]?.path).toBe(
    `/api/v3/users/${user}/repos?sort=created&direction=desc&per_page=5&type=owner`,
  )
  expect(host.asked[0]?.headers).toMatchObject({
    authorization: 'Bearer host-token',
    'user-agent': expect.stringMatching(/./),
  })
})

test('more repositories than requested are truncated to five', async () => {
  host.respond = sends(
    200,
    Array.from({ length: 30 }, (_, id) => ({ ...REPO, id })),
  )
  expect((await read()).body.map(({ id }: { id: number }) => id)).toEqual([0, 1, 2, 3, 4])
})

test('a user the host does not know is not found, and not requested again', async () => {
  host.respond = sends(404, { message: 'Not Found' })
  for (let i = 0; i < 2; i++) {
    const response = await read()
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ errors: [{ msg: 'No Github profile found' }] })
  }
  expect(host.asked).toHaveLength(1)
})

test.each([
  '..%2f..%2fadmin',
  'a%2Fb',
  'a%3Fx=1',
  'a%23b',
  '-a',
  '.a',
  '_a',
  'a%00',
  'a%0d%0aHost:%20evil',
  'a'.repeat(40),
  '%E2%80%AE',
])('the name %s cannot change the path: the host is not called', async (name) => {
  const response = await read(name)
  expect(response.status).toBe(404)
  expect(response.body.errors).toHaveLength(1)
  expect(host.asked).toEqual([])
})

test('many viewers at once share one call, whatever the case of the name', async () => {
  host.respond = (response) => setTimeout(() => sends(200, [REPO])(response), 50)
  const responses = await Promise.all([1, 2, 3, 4].flatMap(() => [read(), read(user.toUpperCase())]))
  for (const { body } of responses) expect(body).toEqual([REPO])
  expect(host.asked).toHaveLength(1)
})

test('a response is cached for ten minutes; then the copy is served while a new one is fetched', async () => {
  host.respond = sends(200, [REPO])
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await read()
  vi.setSystemTime(start + 10 * 60_000 - 1_000)
  await read()
  expect(host.asked).toHaveLength(1)
  vi.setSystemTime(start + 10 * 60_000 + 1_000)
  const renewed = [{ ...REPO, name: 'renewed' }]
  host.respond = sends(200, renewed)
  expect((await read()).body).toEqual([REPO])
  await expect.poll(async () => (await read()).body).toEqual(renewed)
  expect(host.asked).toHaveLength(2)
})

test('the old copy is served while the host fails, which is called less and less often', async () => {
  host.respond = sends(200, [REPO])
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await read()
  const failures = [
    sends(500, 'oops'),
    sends(200, '<html>'),
    (response: ServerResponse) => response.destroy(),
  ]
  for (const [index, failing] of failures.entries()) {
    host.respond = failing
    for (const seconds of [60 * 60, 10, 4]) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      expect((await read()).body).toEqual([REPO])
      await expect.poll(() => host.asked).toHaveLength(index + 2)
    }
  }
})

test('a host that hangs does not delay the copy', async () => {
  host.respond = sends(200, [REPO])
  await read()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  const isAborted = new Promise((resolve) => {
    host.respond = (response) => response.on('close', () => resolve('aborted'))
  })
  expect(await Promise.race([read().then(({ body }) => body), isAborted])).toEqual([REPO])
})

test('a redirect to another server is not followed', async () => {
  const other = await startCodeHost()
  other.respond = sends(200, [REPO])
  for (const status of [301, 302, 307, 308]) {
    host.respond = sends(status, '', { location: `${other.url}/users/ada/repos` })
    expect((await read(`${user}-${status}`)).status).toBe(502)
  }
  expect(other.asked).toEqual([])
  await other.stop()
})

test('a redirect to a renamed user is followed once', async () => {
  const moved = sends(301, '', { location: '/api/v3/user/7/repos?per_page=5' })
  host.respond = (response, path) => (path.includes('/users/') ? moved : sends(200, [REPO]))(response)
  expect((await read()).body).toEqual([REPO])
  expect(host.asked.map(({ path }) => path)).toEqual([
    expect.stringContaining('/users/'),
    '/api/v3/user/7/repos?per_page=5',
  ])
  host.respond = moved
  expect((await read(`${user}-again`)).status).toBe(502)
  expect(host.asked).toHaveLength(4)
})

test.each([200, 404])(
  'a response of the host that never ends, under status %i, is aborted early',
  async (status) => {
    let sent = 0
    const connectionClosed = Promise.withResolvers<void>()
    host.respond = (response) => {
      const chunk = Buffer.alloc(64 * 1024, '[')
      response.writeHead(status).on('close', connectionClosed.resolve)
      const more = () => {
        while (!response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return response.once('drain', more)
        }
      }
      more()
    }
    expect((await read()).status).toBe(status === 200 ? 502 : 404)
    await connectionClosed.promise
    // Includes socket buffers.
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  },
)

test('endless text in a field of a repository is truncated to what a page can show', async () => {
  host.respond = sends(200, [{ ...REPO, description: '👩'.repeat(100_000) }])
  const [repo] = (await read()).body
  expect(repo.description.length).toBeLessThanOrEqual(1_000)
  expect(repo.description).toMatch(/^👩+$/u)
  host.respond = sends(200, [{ ...REPO, name: 'n'.repeat(100_000) }])
  expect((await read(`${user}-name`)).status).toBe(502)
})

test.each([
  ['an error', 500, 'oops'],
  ['a wrong token', 401, { message: 'Bad credentials' }],
  ['a page instead of JSON', 200, '<html>'],
  ['an object instead of a list', 200, { message: 'hm' }],
  ['a list of something else', 200, [{}, null, 5]],
  ['a link that is none', 200, [{ ...REPO, html_url: 'javascript:alert(1)' }]],
])('a host that fails with %s causes a 502', async (_, status, body) => {
  host.respond = sends(status, body)
  const response = await read()
  expect(response.status).toBe(502)
  expect(response.body).toEqual(HOST_NOT_RESPONDING)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a host that fails by closing the connection causes a 502, and is called again after the Retry-After', async () => {
  host.respond = (response) => response.destroy()
  const response = await read()
  expect(response.status).toBe(502)
  host.respond = sends(200, [REPO])
  expect((await read()).status).toBe(502)
  expect(host.asked).toHaveLength(1)
  const wait = Number(response.headers.get('retry-after'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wait * 1000 })
  expect((await read()).body).toEqual([REPO])
})

test('a host that fails by being down causes a 502', async () => {
  const alone = await startApp()
  try {
    const response = await alone.call('GET', '/api/profile/github/ada')
    expect(response.status).toBe(502)
    expect(response.body).toEqual(HOST_NOT_RESPONDING)
  } finally {
    await alone.stop()
  }
})

test('a host that fails by being slow causes a 502, and delays nothing else', async () => {
  // The headers come at once, but the body never ends: the timeout must cover both.
  host.respond = (response, path) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (path.includes('trickle')) response.write('[')
    response.flushHeaders()
  }
  let isWaiting = true
  const slow = pending(
    Promise.all([read(), read(`${user}-trickle`)]).finally(() => {
      isWaiting = false
    }),
  )
  expect((await app.call('GET', '/api/profile')).status).toBe(200)
  expect(isWaiting).toBe(true)
  for (const response of await slow) {
    expect(response.status).toBe(502)
    expect(response.body).toEqual(HOST_NOT_RESPONDING)
  }
})
