import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { sendRaw } from './raw-request.ts'

let app: TestApp
let trusting: TestApp
let hosted: TestApp
beforeAll(async () => {
  // Without a built page there would be no folder to escape from.
  expect(existsSync('dist/web/index.html')).toBe(true)
  app = await startApp({ PUBLIC_URL: 'https://own.example' })
  trusting = await startApp({ TRUST_PROXY: '1', PUBLIC_URL: 'https://own.example' })
  hosted = await startApp({ TRUST_PROXY: '1' })
  for (const instance of [app, trusting, hosted]) {
    await instance.signUpWithProfile()
    await instance.signUpWithProfile()
  }
})
afterAll(async () => {
  await app.stop()
  await trusting.stop()
  await hosted.stop()
})

const UP = [
  '../',
  '..\\',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '%252e%252e%252f',
  '.%00./',
  '..;/',
  '%c0%ae%c0%ae/',
  '....//',
  './../',
]
const STARTS = ['/', '/assets/', '//', '/./', '/assets/%2e/', '/\\']
const TARGETS = ['package.json', 'server/main.js', 'etc/passwd', '.env', 'data/devconnector.db']

const climbs = STARTS.flatMap((start) =>
  UP.flatMap((up) =>
    TARGETS.flatMap((target) => [1, 3, 9].map((steps) => start + up.repeat(steps) + target)),
  ),
)

const SECRETS = /developer-connector|"dependencies"|root:|SQLite format|import /

test('no path escapes the folder of static files', async () => {
  expect(climbs.length).toBeGreaterThan(1_000)
  for (const path of climbs) {
    const { status, body } = await sendRaw(app.running.address, { method: 'GET', path })
    expect([200, 400, 404], path).toContain(status)
    if (status === 200) expect(body, path).toMatch(/^<!doctype html>/i)
    expect(body, path).not.toMatch(SECRETS)
  }
})

test.each([
  '/index.html%00.js',
  '/assets',
  '/assets/',
  '/%2e',
  '/.git/config',
  '/package.json',
  'http://127.0.0.1/../package.json',
  '*',
])('%s reveals nothing', async (path) => {
  const { status, body, headers } = await sendRaw(app.running.address, { method: 'GET', path })
  expect([200, 400, 404]).toContain(status)
  if (status === 200) expect(body).toMatch(/^<!doctype html>/i)
  expect(headers.get('location')).toBeUndefined()
  expect(body).not.toMatch(SECRETS)
})

test('a file is sent compressed, in part, or not at all if the client has it', async () => {
  const name = readdirSync('dist/web/assets').find((file) => file.endsWith('.js')) ?? ''
  const url = `${app.running.address}/assets/${name}`
  const content = readFileSync(`dist/web/assets/${name}`)
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers })
  const plain = await ask({ 'accept-encoding': 'identity' })
  expect(Buffer.from(await plain.arrayBuffer()).equals(content)).toBe(true)
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  expect(plain.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/i)

  // fetch would bypass its cache and decompress the response.
  const askRaw = (method: string, headers: Record<string, string>) =>
    sendRaw(app.running.address, {
      method,
      path: `/assets/${name}`,
      headers: { 'accept-encoding': 'gzip, br', ...headers },
    })
  const compressed = await askRaw('HEAD', {})
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(compressed.headers.get('content-type')).toBe(plain.headers.get('content-type'))
  const bytes = readFileSync(`dist/web/assets/${name}.br`)
  expect(compressed.headers.get('content-length')).toBe(String(bytes.length))
  expect(brotliDecompressSync(bytes).equals(content)).toBe(true)
  const revalidated = await askRaw('GET', { 'if-none-match': compressed.headers.get('etag') ?? '' })
  expect([revalidated.status, revalidated.headers.get('content-type'), revalidated.body]).toEqual([
    304,
    undefined,
    '',
  ])

  const partial = await ask({ 'accept-encoding': 'identity', range: 'bytes=3-12' })
  expect(partial.status).toBe(206)
  expect(Buffer.from(await partial.arrayBuffer()).equals(content.subarray(3, 13))).toBe(true)
  expect((await ask({}, 'POST')).status).toBe(405)
  const icon = await fetch(`${app.running.address}/favicon.ico`)
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

const forwarded = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'evil',
  'x-forwarded-for': '203.0.113.66',
  'x-forwarded-prefix': '/evil',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  forwarded: 'for=203.0.113.66;host=evil.example;proto=https',
  referer: 'https://evil.example/',
  origin: 'https://evil.example',
}
const paths = [
  '/',
  '/login',
  '/posts/x',
  '/robots.txt',
  '/sitemap.xml',
  '/api/profile?limit=1',
  '/api/docs',
  '/api/docs/openapi.json',
  '/api/nothing',
  '/assets',
  '/api/posts/%zz',
  '/healthz',
  '/nothing.js',
]

test.each(paths)('the response of %s repeats nothing that the request says about its host', async (path) => {
  for (const { running } of [app, trusting]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { head, body } = await sendRaw(running.address, { method, path, headers: forwarded })
      expect(head + body).not.toMatch(/evil|203\.0\.113/)
    }
  }
  const headers = { ...forwarded, host: 'asked.example' }
  const { head, body } = await sendRaw(hosted.running.address, { method: 'GET', path, headers })
  expect(head + body).not.toMatch(/evil|203\.0\.113/)
})

test('the link to the next page has no host', async () => {
  const { headers } = await app.call('GET', '/api/profile?limit=1')
  expect(headers.get('link')).toMatch(/^<\/api\/profile\?/)
})
