import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '../../contract/calls.ts'
import { freePort } from '../../test-support/free-port.ts'
import { findNginx, type Nginx, startNginx } from '../../test-support/nginx.ts'
import { until } from '../../test-support/polling.ts'
import { type ServerProcess, startReadyServer, temporaryFolder } from '../faults/server-process.ts'

const nginx = findNginx()
if (!nginx)
  console.warn('The reverse-proxy configuration is NOT tested: there is no nginx, and no way to install it.')

const FAILED_LOGINS = 20

type ApiResponse = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }
type Options = { method?: string; headers?: Record<string, string>; body?: unknown; from?: string }

async function visit(proxy: Nginx, path: string, options: Options = {}): Promise<ApiResponse> {
  const { method = 'GET', headers, body, from = '127.0.0.1' } = options
  const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>()
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    path,
    method,
    ca: proxy.certificate,
    localAddress: from,
    agent: false,
    headers: { ...type, ...headers },
  })
  sent.on('error', reject).on('response', async (response) => {
    const bytes = Buffer.concat(await Array.fromAsync(response)).subarray()
    resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes })
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

async function startProxy(appPorts: [number, number], avoidsFailed = true): Promise<Nginx> {
  const proxy = await startNginx({ program: nginx ?? '', appPorts, tls: true, avoidsFailed })
  onTestFinished(() => proxy.stop())
  return proxy
}

async function startSite(): Promise<{ proxy: Nginx; processes: [ServerProcess, ServerProcess] }> {
  const environment = {
    DATABASE_URL: `sqlite:${join(temporaryFolder(), 'site.db')}`,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT: 'on',
    LOG_LEVEL: 'info',
  }
  const processes = await Promise.all([startReadyServer(environment), startReadyServer(environment)])
  const ports = processes.map(({ base }) => Number(new URL(base).port)) as [number, number]
  return { proxy: await startProxy(ports), processes }
}

test.skipIf(!nginx)('deploy/nginx.conf works in front of two processes', async () => {
  const { proxy, processes } = await startSite()
  const output = () => processes.map((process) => process.output).join('')

  const plain = await fetch(`http://127.0.0.1:${proxy.redirectPort}/posts?x=1`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/posts?x=1'])

  const page = await visit(proxy, '/login')
  expect(page.status).toBe(200)
  expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
  expect((await fetch(`${processes[0].base}/login`)).headers.has('strict-transport-security')).toBe(false)
  expect(await overHttp2(proxy, '/healthz')).toBe(200)

  const named = await visit(proxy, '/api/profile', { headers: { 'x-request-id': 'from-outside-1' } })
  expect(named.headers['x-request-id']).toBe('from-outside-1')
  const unnamed = await visit(proxy, '/api/profile')
  expect(unnamed.headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
  for (const { headers } of [named, unnamed]) {
    await until(async () => output().includes(`"reqId":"${headers['x-request-id']}"`))
  }

  // Operator endpoints are blocked, even for clients that claim a local address.
  const inside = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' }
  expect((await visit(proxy, '/metrics', { headers: inside })).status).toBe(404)

  const token = await register(proxy, 'member')
  const auth = { 'x-auth-token': token }
  const text = 'All work and no play. '.repeat(300)
  for (let post = 0; post < 60; post++) {
    const response = await visit(proxy, '/api/posts', { method: 'POST', headers: auth, body: { text } })
    expect(response.status).toBe(200)
  }
  for (const process of processes) await until(async () => process.output.includes('"route":"/api/posts"'))
  const feed = (encoding: string) =>
    visit(proxy, '/api/posts?limit=100', { headers: { ...auth, 'accept-encoding': encoding } })
  const identity = await feed('identity')
  const brotli = await feed('br')
  const gzip = await feed('gzip')
  expect(JSON.parse(identity.bytes.toString())).toHaveLength(60)
  expect(identity.bytes.length).toBeGreaterThan(500_000)
  expect([brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(brotli.bytes).equals(identity.bytes)).toBe(true)
  expect(gunzipSync(gzip.bytes).equals(identity.bytes)).toBe(true)
  expect(brotli.bytes.length).toBeLessThan(identity.bytes.length / 50)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.bytes.toString())?.[1] ?? ''
  const asset = await visit(proxy, script, { headers: { 'accept-encoding': 'br' } })
  expect([asset.status, asset.headers['content-encoding']]).toEqual([200, 'br'])
  const revalidated = await visit(proxy, '/api/profile', {
    headers: { 'if-none-match': String(unnamed.headers.etag) },
  })
  expect(revalidated.status).toBe(304)

  // Failed logins count for the real address, whatever address the client claims.
  const guess = (from: string, claimed: string) =>
    visit(proxy, '/api/auth', {
      method: 'POST',
      from,
      headers: { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` },
      body: { email: 'member@example.com', password: 'wrong guess' },
    })
  for (let index = 0; index < FAILED_LOGINS; index++) {
    expect((await guess('127.0.0.2', `203.0.113.${index}`)).status).toBe(400)
  }
  expect((await guess('127.0.0.2', '203.0.113.200')).status).toBe(429)
  expect((await guess('127.0.0.3', '127.0.0.2')).status).toBe(400)

  await processes[0].end('SIGKILL')
  for (let index = 0; index < 20; index++) {
    expect((await visit(proxy, '/api/posts?limit=1', { headers: auth })).status).toBe(200)
    const response = await visit(proxy, '/api/posts', {
      method: 'POST',
      headers: auth,
      body: { text: 'Still here' },
    })
    expect(response.status).toBe(200)
  }
})

test.skipIf(!nginx)('streamed responses reach the visitor piece by piece', async () => {
  const finish = Promise.withResolvers<void>()
  const slow = createServer(async (asked, response) => {
    const isSmall = asked.url === '/small'
    // nginx buffers small chunks unless told otherwise; it streams large responses.
    if (isSmall) response.setHeader('x-accel-buffering', 'no')
    response.write(isSmall ? 'first' : Buffer.alloc(256 * 1024, 'a'))
    await finish.promise
    response.end('last')
  })
  const proxy = await startProxy([await portOf(slow), await freePort()])

  const begun = await Promise.all(['/small', '/large'].map((path) => firstBytes(proxy, path)))
  expect(begun[0]?.early).toBe(5)
  expect(begun[1]?.early).toBeGreaterThanOrEqual(128 * 1024)
  finish.resolve()
  expect(await Promise.all(begun.map(({ rest }) => rest))).toEqual([9, 256 * 1024 + 4])
})

test.skipIf(!nginx)('events pass through it as they happen, whichever process is asked', async () => {
  const { proxy } = await startSite()
  const headers = { 'x-auth-token': await register(proxy, 'listener') }
  let heard = ''
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    path: '/api/events',
    ca: proxy.certificate,
    agent: false,
    headers,
  })
  sent
    .on('response', (response) =>
      response.on('data', (bytes) => {
        heard += bytes
      }),
    )
    .on('error', () => {})
    .end()
  onTestFinished(() => void sent.destroy())
  await until(async () => heard.includes('id: '))
  for (let post = 1; post <= 4; post++) {
    await visit(proxy, '/api/posts', { method: 'POST', headers, body: { text: `Post ${post}` } })
    await until(async () => heard.split('event: post').length === post + 1, 10_000)
  }
})

test.skipIf(!nginx)('no write is repeated, even if its response is lost', async () => {
  const received: string[] = []
  const failing = async () =>
    portOf(
      createServer(async (asked) => {
        await Array.fromAsync(asked)
        received.push(`${asked.method} ${asked.url}`)
        asked.socket.destroy()
      }),
    )
  const proxy = await startProxy([await failing(), await failing()], false)
  for (const [method = '', path = ''] of Object.keys(calls).map((call) => call.split(' '))) {
    received.length = 0
    const { status } = await visit(proxy, path, { method, body: bodyOf(method) })
    expect(status, `${method} ${path}`).toBe(502)
    expect(received).toEqual(Array(method === 'GET' ? 2 : 1).fill(`${method} ${path}`))
  }
})

test.skipIf(!nginx)('a write that reached no process goes to the other one', async () => {
  const port = await portOf(
    createServer(async (asked, response) => {
      const [body = ''] = await Array.fromAsync(asked)
      response.end(`${asked.method} ${body}`)
    }),
  )
  const proxy = await startProxy([await freePort(), port], false)
  for (const method of ['POST', 'PUT', 'DELETE', 'PUT', 'POST', 'DELETE']) {
    const { status, bytes } = await visit(proxy, '/api/posts', { method, body: bodyOf(method) })
    expect([status, bytes.toString()]).toEqual([200, method === 'DELETE' ? 'DELETE ' : `${method} {}`])
  }
})

const bodyOf = (method: string) => (['GET', 'DELETE'].includes(method) ? undefined : {})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function firstBytes(proxy: Nginx, path: string): Promise<{ early: number; rest: Promise<number> }> {
  let length = 0
  const ended = Promise.withResolvers<number>()
  const enough = Promise.withResolvers<void>()
  const { port, certificate: ca } = proxy
  const sent = request({ host: '127.0.0.1', port, path, ca, agent: false }, (response) => {
    response.on('data', (chunk) => {
      length += chunk.length
      if (path === '/small' || length >= 128 * 1024) enough.resolve()
    })
    response.on('end', () => ended.resolve(length))
  })
  sent.on('error', enough.reject).end()
  await enough.promise
  return { early: length, rest: ended.promise }
}

async function register(proxy: Nginx, name: string): Promise<string> {
  const body = { name, email: `${name}@example.com`, password: 'correct horse' }
  const { bytes } = await visit(proxy, '/api/users', { method: 'POST', body })
  return JSON.parse(bytes.toString()).token
}

async function overHttp2({ port, certificate }: Nginx, path: string): Promise<number> {
  const session = connect(`https://127.0.0.1:${port}`, { ca: certificate })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  session.on('error', reject)
  const stream = session.request({ ':path': path })
  stream.on('response', (headers) => resolve(Number(headers[':status']))).on('error', reject)
  stream.resume().end()
  return promise.finally(() => session.close())
}
