import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LONG } from '../../test-support/long-runs.ts'
import { until } from '../../test-support/polling.ts'
import { startReadyServer } from '../faults/server-process.ts'
import { sendRaw } from './raw-request.ts'

const SOCKETS = LONG ? 500 : 100
// The server closes connections after 20 to 30 seconds; a busy machine is later.
const CLOSED_WITHIN = 60_000

const HEAD = 'POST /api/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const BODY = `${HEAD}Content-Length: 5000\r\n\r\n`
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n1000\r\n`

const KINDS = [
  { first: '', next: (second: number) => HEAD[second % HEAD.length] ?? '' },
  { first: `${HEAD}X-Slow: `, next: () => 'x' },
  { first: BODY, next: () => ' ' },
  { first: CHUNKED, next: () => ' ' },
]

class SlowClient {
  closedAfter: number | undefined
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout

  constructor(port: number, { first, next }: (typeof KINDS)[number]) {
    const start = performance.now()
    let second = 0
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('error', () => {})
    this.#socket.write(first)
    this.#timer = setInterval(() => this.#socket.write(next(second++)), 1_000)
    this.#socket.on('close', () => {
      clearInterval(this.#timer)
      this.closedAfter = performance.now() - start
    })
    this.#socket.resume()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#socket.destroy()
  }
}

test(`${SOCKETS} connections that send one byte a second keep nobody from being served, and are closed`, async () => {
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:' })
  const port = Number(new URL(server.base).port)
  const clients = Array.from({ length: SOCKETS }, (_, index) => {
    const kind = KINDS[index % KINDS.length]
    if (!kind) throw new Error('No such kind')
    return new SlowClient(port, kind)
  })
  let responseCount = 0
  try {
    await until(async () => {
      expect((await server.call('GET', '/api/profile')).status).toBe(200)
      responseCount++
      await setTimeout(50)
      return clients.every(({ closedAfter }) => closedAfter !== undefined)
    }, CLOSED_WITHIN * 2)
  } finally {
    for (const client of clients) client.end()
  }
  expect(Math.max(...clients.map(({ closedAfter = 0 }) => closedAfter))).toBeLessThan(CLOSED_WITHIN)
  expect(responseCount).toBeGreaterThan(50)
})

test('clients that never read the response are disconnected', async () => {
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:' })
  const sockets = async () => {
    const { body } = await sendRaw(server.base, { method: 'GET', path: '/metrics' })
    return Number(/^nodejs_active_resources\{type="TCPSocketWrap"[^}]*\} (\d+)/m.exec(body)?.[1])
  }
  const before = await sockets()
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  // More responses than all buffers can hold.
  socket.write('GET /api/docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  await until(async () => (await sockets()) === before + 1)
  await until(async () => (await sockets()) === before, 120_000)
  socket.destroy()
})
