import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpWithProfile()
  await person.post('/api/profile', { bio: 'Long enough to be worth compressing. '.repeat(50) })
})
afterAll(() => app.stop())

function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${app.running.address}${path}`, { method, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers, bytes })
    })
      .on('error', reject)
      .end()
  })
}

const accepting = (encoding?: string): Record<string, string> =>
  encoding === undefined ? {} : { 'accept-encoding': encoding }

test.each([
  '/api/profile',
  '/api/auth',
  '/api/nothing',
  '/api/posts/%zz',
  '/api/docs',
  '/',
  '/healthz',
  '/theme.js',
])('the response of %s cannot be framed, sniffed or made to run a script', async (path) => {
  const { headers } = await app.call('GET', path)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src '(none|self)'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*|http:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('set-cookie')).toBeNull()
})

test('a page may only load its own scripts and styles, and avatars from the avatar service', async () => {
  const { headers } = await app.call('GET', '/api/docs', { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  for (const directive of ["script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'self'"]) {
    expect(policy.split(/; ?/)).toContain(directive)
  }
  expect(policy).toContain('https://gravatar.com')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('HSTS is only sent to visitors who came by https through a trusted proxy', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
  expect((await app.call('GET', '/', { headers })).headers.get('strict-transport-security')).toBeNull()
  const behind = await startApp({ TRUST_PROXY: '1' })
  try {
    const secure = await behind.call('GET', '/', { headers })
    expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    expect((await behind.call('GET', '/')).headers.get('strict-transport-security')).toBeNull()
  } finally {
    await behind.stop()
  }
})

test('responses that need a token, errors and responses to writes are never stored', async () => {
  const responses = [
    await person.get('/api/auth'),
    await person.get('/api/posts'),
    await person.get('/api/profile/me'),
    await person.post('/api/posts', { text: 'x' }),
    await app.call('GET', '/api/auth'),
    await app.call('GET', '/api/profile/user/none'),
    await app.call('POST', '/api/auth', { body: {} }),
  ]
  for (const { headers } of responses) {
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a client that stores the feed itself gets a 304 if it has not changed', async () => {
  const tag = (await person.get('/api/posts')).headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[\w-]+"$/)
  const revalidation = { token: person.token, headers: { 'if-none-match': tag } }
  expect(await app.call('GET', '/api/posts', revalidation)).toMatchObject({ status: 304, body: '' })
  await person.write('Something new')
  expect(await app.call('GET', '/api/posts', revalidation)).toMatchObject({ status: 200 })
})

test('public responses are revalidated with their ETag, and sent only if they have changed', async () => {
  for (const path of ['/api/profile', `/api/profile/user/${person.id}`]) {
    const { headers } = await app.call('GET', path)
    expect(headers.get('cache-control')).toBe('no-cache')
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    const ask = () => app.call('GET', path, { headers: { 'if-none-match': `"other", W/${tag}` } })
    const unchanged = await ask()
    expect(unchanged.status).toBe(304)
    expect(unchanged.body).toBe('')
    expect(unchanged.headers.get('etag')).toBe(tag)

    await person.post('/api/profile', { company: `Other than for ${path}` })
    const changed = await ask()
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
  }
})

const readable = [
  '/api/profile',
  '/api/posts',
  '/api/auth',
  '/api/docs',
  '/api/docs/openapi.json',
  '/',
  '/posts',
  '/posts/some-id',
  '/theme.js',
]
const tokenHeader = () => ({ 'x-auth-token': person.token })

test.each(readable)('%s has an ETag for each encoding, and each of them leads to a 304', async (path) => {
  // Cached responses take another path than new ones.
  const tags = new Map<unknown, Set<unknown>>()
  for (const encoding of ['identity', 'gzip', 'br', 'identity', 'gzip', 'br', 'identity', 'gzip', 'br']) {
    const { headers } = await raw(path, { ...tokenHeader(), ...accepting(encoding) })
    expect(headers.etag).toMatch(/^(W\/)?"[\w-]+"$/)
    const used = headers['content-encoding'] ?? 'identity'
    tags.set(used, (tags.get(used) ?? new Set()).add(headers.etag))
  }
  for (const encodedTags of tags.values()) expect(encodedTags.size).toBe(1)
  const allTags = [...tags.values()].flatMap((each) => [...each])
  expect(new Set(allTags).size).toBe(tags.size)
  if (path === '/api/profile') expect(tags.size).toBe(3)

  for (const [encoding, [tag]] of tags) {
    const conditional = {
      ...tokenHeader(),
      'if-none-match': `"other", ${tag}`,
      ...accepting(String(encoding)),
    }
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, bytes } = await raw(path, conditional, method)
      expect(status).toBe(304)
      expect(bytes).toHaveLength(0)
      expect(headers.etag).toBe(tag)
      for (const ofContent of ['content-type', 'content-length', 'content-encoding']) {
        expect(headers).not.toHaveProperty(ofContent)
      }
    }
  }
  expect((await raw(path, { ...tokenHeader(), 'if-none-match': '"other", W/"another"' })).status).toBe(200)
})

test('ETags of another encoding lead to a 304 as well, and so does *', async () => {
  const { etag } = (await raw('/api/profile', accepting('br'))).headers
  for (const storedTag of [String(etag), `W/${etag}`, '*']) {
    const { status, headers } = await raw('/api/profile', {
      'if-none-match': storedTag,
      ...accepting('gzip'),
    })
    expect(status).toBe(304)
    expect(headers.etag).toMatch(/-gzip"$/)
  }
})

test.each(readable)('HEAD %s returns the headers of GET without the content', async (path) => {
  for (const encoding of ['identity', 'br']) {
    const requestHeaders = { ...tokenHeader(), ...accepting(encoding) }
    const response = await raw(path, requestHeaders)
    const head = await raw(path, requestHeaders, 'HEAD')
    expect([head.status, response.status]).toEqual([200, 200])
    expect(head.bytes).toHaveLength(0)
    expect(response.headers['content-length']).toBe(String(response.bytes.length))
    const { date, ...headers } = response.headers
    expect(head.headers).toMatchObject(headers)
  }
})

test('HEAD of a missing or private path fails like GET', async () => {
  const head = (path: string) => raw(path, {}, 'HEAD').then(({ status }) => status)
  expect(await head('/api/posts')).toBe(401)
  expect(await head('/api/nothing')).toBe(404)
  expect(await head('/no-such-file.js')).toBe(404)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['GZIP', 'gzip', gunzipSync],
])('a long response to a client that accepts %s is sent as %s', async (accepted, encoding, decompress) => {
  const plain = await raw('/api/profile')
  const { headers, bytes } = await raw('/api/profile', accepting(accepted))
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect(decompress(bytes)).toEqual(plain.bytes)
})

test.each([undefined, '', 'identity', 'zstd', 'br;q=0'])(
  'a client that accepts %j gets an uncompressed response',
  async (accepted) => {
    const { headers, bytes } = await raw('/api/profile', accepting(accepted))
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBe('accept-encoding')
    expect(JSON.parse(bytes.toString())).toHaveLength(1)
  },
)

test('short responses are not compressed', async () => {
  expect((await raw('/api/auth', accepting('br'))).headers['content-encoding']).toBeUndefined()
})
