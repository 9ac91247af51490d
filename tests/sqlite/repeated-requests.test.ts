import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBytes } from '../abuse/raw-request.ts'
import { type ApiResponse, type Person, startApp, type TestApp } from '../app.ts'

// A cached response must not differ from a new one.
let app: TestApp
let ada: Person
let bob: Person

beforeAll(async () => {
  app = await startApp()
  ada = await app.signUpWithProfile('Ada')
  bob = await app.signUpWithProfile('Bob')
})
afterAll(() => app.stop())

function comparable({ status, body, headers }: ApiResponse) {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return { status, body, headers: rest }
}

const SHORT = 'Grüße, 世界 🌍 \u0085'
const LONG = `${SHORT} `.repeat(500)

describe.each([
  ['short', SHORT],
  ['long', LONG],
])('a %s response', (length, text) => {
  test.each(['identity', 'gzip', 'br'])(
    `a ${length} response is the same the second time for clients that accept %s`,
    async (encoding) => {
      const post = await ada.write(text)
      const read = () =>
        app.call('GET', `/api/posts/${post}`, { token: ada.token, headers: { 'accept-encoding': encoding } })
      const first = await read()
      expect(first.body.text).toBe(text)
      for (let time = 0; time < 3; time++) expect(comparable(await read())).toEqual(comparable(first))
    },
  )
})

test('a cached response has the date at which it is sent', async () => {
  const read = () => app.call('GET', `/api/profile/user/${ada.id}`)
  const dateOf = ({ headers }: ApiResponse) => Date.parse(headers.get('date') ?? '')
  await read()
  const before = await read()
  await expect.poll(async () => dateOf(await read())).toBeGreaterThan(dateOf(before))
  const changed = await read()
  expect(Math.abs(dateOf(changed) - Date.now())).toBeLessThan(10_000)
  expect(comparable(changed)).toEqual(comparable(before))
})

test('behind a proxy, each response has the id of its request, and HSTS if the visitor came by https', async () => {
  const proxied = await app.another({ TRUST_PROXY: 'loopback' })
  try {
    const paths = [`/api/profile/user/${ada.id}`, '/api/profile', '/api/posts', '/api/auth']
    for (const path of paths) {
      const read = (id: string, proto: string) =>
        proxied.call('GET', path, {
          token: ada.token,
          headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': proto, 'x-request-id': id },
        })
      const first = await read('request-0', 'https')
      for (let time = 1; time < 4; time++) {
        const repeated = await read(`request-${time}`, 'https')
        expect(repeated.headers.get('x-request-id'), path).toBe(`request-${time}`)
        expect(repeated.headers.get('strict-transport-security'), path).toContain('max-age')
        const headers = { ...comparable(repeated).headers, 'x-request-id': 'request-0' }
        expect({ ...comparable(repeated), headers }, path).toEqual(comparable(first))
      }
      const plain = await read('a plain one, with blanks', 'http')
      expect(plain.headers.get('strict-transport-security'), path).toBeNull()
      expect(plain.headers.get('x-request-id'), path).toMatch(/^[\w-]+$/)
      expect(plain.body).toEqual(first.body)
    }
  } finally {
    await proxied.stop()
  }
})

test('personal responses are not shared between members', async () => {
  for (let time = 0; time < 3; time++) {
    for (const person of [ada, bob]) {
      expect((await person.get('/api/auth')).body.name).toBe(person.name)
      expect((await person.get('/api/profile/me')).body.user._id).toBe(person.id)
    }
  }
})

test('responses that all members share are for members only, and only while their session lasts', async () => {
  const leaver = await app.signUp()
  for (const person of [ada, bob, leaver, leaver]) {
    expect((await person.get('/api/posts')).status).toBe(200)
  }
  expect((await app.call('GET', '/api/posts')).status).toBe(401)
  expect((await app.call('GET', '/api/posts', { token: 'x'.repeat(43) })).status).toBe(401)
  await leaver.delete('/api/auth')
  expect((await leaver.get('/api/posts')).status).toBe(401)
  expect((await bob.get('/api/posts')).status).toBe(200)
})

test('a token that is sent twice is rejected', async () => {
  const headers = new Headers({ 'x-auth-token': ada.token })
  headers.append('x-auth-token', bob.token)
  for (let time = 0; time < 2; time++) {
    await ada.get('/api/auth')
    const { status } = await fetch(`${app.running.address}/api/auth`, { headers })
    expect(status).toBe(401)
  }
})

test('pipelined requests get their responses in order', async () => {
  const posts = [await ada.write('first'), await ada.write('second')]
  const [cold, warm] = posts.map(
    (post) => `GET /api/posts/${post} HTTP/1.1\r\nx-auth-token: ${ada.token}\r\n`,
  )
  for (let time = 0; time < 3; time++) await ada.get(`/api/posts/${posts[1]}`)
  const host = 'host: x\r\n'
  const requests = [cold, warm, warm, cold, warm].map((request) => `${request}${host}\r\n`)
  const lastRequest = `${warm}${host}connection: close\r\n\r\n`
  const { head, body } = await sendBytes(app.running.address, Buffer.from(requests.join('') + lastRequest))
  const requestBytes = head + body
  expect(requestBytes.match(/HTTP\/1.1 200 OK/g)).toHaveLength(6)
  expect(requestBytes.match(/"text":"\w+"/g)?.map((text) => text.slice(8, -1))).toEqual([
    'first',
    'second',
    'second',
    'first',
    'second',
    'second',
  ])
})

test('requests with connection: close or HTTP/1.0 get the same responses', async () => {
  const requestLine = `GET /api/profile/user/${bob.id}`
  for (let time = 0; time < 3; time++) await app.call('GET', `/api/profile/user/${bob.id}`)
  for (const request of [
    `${requestLine} HTTP/1.1\r\nhost: x\r\nconnection: close`,
    `${requestLine} HTTP/1.0`,
  ]) {
    const { status, headers, body } = await sendBytes(app.running.address, Buffer.from(`${request}\r\n\r\n`))
    expect(status).toBe(200)
    expect(headers.get('connection')).toBe('close')
    expect(JSON.parse(body).user._id).toBe(bob.id)
  }
})

test('a comment is added to a discussion that others change at the same time', async () => {
  const post = await ada.write('Discuss')
  const secondApp = await app.another()
  try {
    const texts = async (person: Person, text: string): Promise<string[]> => {
      const { body } = await person.post(`/api/posts/comment/${post}`, { text })
      return body.map((comment: { text: string }) => comment.text)
    }
    expect(await texts(ada, '1')).toEqual(['1'])
    expect(await texts(ada, '2')).toEqual(['2', '1'])
    await secondApp.call('POST', `/api/posts/comment/${post}`, { token: bob.token, body: { text: '3' } })
    expect(await texts(ada, '4')).toEqual(['4', '3', '2', '1'])
    const { body } = await ada.get(`/api/posts/${post}`)
    await bob.delete(`/api/posts/comment/${post}/${body.comments[1]._id}`)
    expect(await texts(ada, '5')).toEqual(['5', '4', '2', '1'])
    await ada.delete(`/api/posts/comment/${post}/${body.comments[3]._id}`)
    expect(await texts(bob, '6')).toEqual(['6', '5', '4', '2'])
  } finally {
    await secondApp.stop()
  }
})
