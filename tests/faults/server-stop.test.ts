import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LONG } from '../../test-support/long-runs.ts'
import { pending } from '../../test-support/pending-promise.ts'
import { until } from '../../test-support/polling.ts'
import { type ServerProcess, startReadyServer, temporaryFolder } from './server-process.ts'

const ROUNDS = LONG ? 10 : 2

type Request = { sentAt: number; status: number | undefined }

async function keepAsking(server: ServerProcess, token: string, requests: Request[]): Promise<void> {
  for (;;) {
    const request: Request = { sentAt: performance.now(), status: undefined }
    requests.push(request)
    try {
      const write = requests.length % 3 === 0
      const response = write
        ? await server.call('POST', '/api/posts', token, { text: 'Under load' })
        : await server.call('GET', '/api/posts', token)
      request.status = response.status
    } catch {
      return
    }
  }
}

async function hashesWaiting(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.base}/metrics`)).text()
  return Number(/^password_hashes_waiting (\d+)/m.exec(text)?.[1])
}

test('SIGTERM under load interrupts no accepted request, and the process exits with 0', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startReadyServer({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'stop.db')}` })
    const token = await server.register('someone')
    const requests: Request[] = []
    const load = Promise.all(Array.from({ length: 8 }, () => keepAsking(server, token, requests)))
    await until(async () => requests.length > 50)
    // These wait in a queue inside the server, so they are in flight when the signal arrives.
    const registrations = Array.from({ length: 10 }, (_, index) => {
      const body = { name: 'New', email: `${index}@example.com`, password: 'correct horse' }
      return pending(server.call('POST', '/api/users', undefined, body))
    })
    await until(async () => (await hashesWaiting(server)) > 0)
    const signalledAt = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    await load
    for (const { status } of await Promise.all(registrations)) expect(status).toBe(200)
    const before = requests.filter(({ sentAt }) => sentAt < signalledAt)
    expect(before.filter(({ status }) => status !== 200)).toEqual([])
    expect(requests.every(({ status }) => status === 200 || status === undefined)).toBe(true)
  }
})

test('a server that stops closes idle connections first, and in the end those of clients that never finish', async () => {
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:' })
  const { hostname, port } = new URL(server.base)
  const closedSockets: string[] = []
  const open = (name: string) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {}).on('close', () => closedSockets.push(name))
    return socket
  }
  const idle = open('idle')
  await once(idle, 'connect')
  const halves = [
    'GET /api/posts HTTP/1.1\r\nHost: x\r\n',
    'POST /api/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"na',
  ]
  for (const half of halves) {
    const socket = open('unfinished')
    socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${half}`)
    // The server has read half of the second request with the first one.
    await once(socket, 'data')
  }
  expect(await server.end('SIGTERM')).toBe(0)
  await expect.poll(() => closedSockets).toEqual(['idle', 'unfinished', 'unfinished'])
})

test('all workers on one port stop together', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'workers.db')}`
  const server = await startReadyServer({ DATABASE_URL: url, WORKERS: '2' })
  const token = await server.register('someone')
  const writes = Array.from({ length: 40 }, () => server.call('POST', '/api/posts', token, { text: 'Many' }))
  for (const { status } of await Promise.all(writes)) expect(status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

const childrenOf = ({ pid }: ServerProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s leaves no process behind, whatever it has rendered, searched and converted',
  async (signal) => {
    const server = await startReadyServer({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'stop.db')}` })
    const token = await server.register('someone')
    expect((await server.call('POST', '/api/posts', token, { text: '**Hello**' })).status).toBe(200)
    expect((await server.call('GET', '/api/search?q=hello', token)).status).toBe(200)
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer()
    const uploaded = await fetch(`${server.base}/api/pictures`, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    })
    expect(uploaded.status).toBe(200)
    const children = childrenOf(server)
    expect(children).toHaveLength(1)
    expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
    await expect.poll(() => children.filter((child) => existsSync(`/proc/${child}`))).toEqual([])
  },
)
