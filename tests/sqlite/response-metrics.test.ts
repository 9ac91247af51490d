import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
let lines: { level: number; status?: number; route?: string }[] = []

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  app = await startApp({}, pino({ level: 'info' }, stream))
  person = await app.signUpWithProfile()
})
beforeEach(() => {
  lines = []
})
afterAll(() => app.stop())

async function counted(call: string): Promise<Record<string, number>> {
  const [method, route] = call.split(' ')
  const { body } = await app.call('GET', '/metrics')
  const matches = body.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)
  const counts = Array.from(matches as Iterable<string[]>, ([, labels = '', count]) => {
    const status = /status="(\d+)"/.exec(labels)?.[1] ?? ''
    return labels.includes(`method="${method}",route="${route}"`) ? [[status, Number(count)]] : []
  })
  return Object.fromEntries(counts.flat())
}

test('an unchanged response is counted and logged as a 304', async () => {
  for (const [path, options] of [
    ['/api/posts', { token: person.token }],
    ['/api/profile', {}],
  ] as const) {
    const first = await app.call('GET', path, options)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    for (let read = 0; read < 3; read++) {
      expect((await app.call('GET', path, { ...options, headers })).status).toBe(304)
    }
    await app.call('GET', path, options)
    expect(await counted(`GET ${path}`)).toMatchObject({ 200: 2, 304: 3 })
    const logged = lines.filter(({ route }) => route === path).map(({ status }) => status)
    expect(logged).toEqual([200, 304, 304, 304, 200])
  }
})

test.each(['destroy', 'end'] as const)(
  'an upload that the client aborts by %s does not count as a server error',
  async (how) => {
    const { hostname, port } = new URL(app.running.address)
    const before = (await counted('POST /api/posts'))['499'] ?? 0
    const received = Promise.withResolvers<IncomingMessage>()
    const receive = (message: unknown) => received.resolve((message as { request: IncomingMessage }).request)
    subscribe('http.server.request.start', receive)
    onTestFinished(() => void unsubscribe('http.server.request.start', receive))
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /api/posts HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ${person.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"text":"begun',
    )
    const request = await received.promise
    // Requests that are aborted before the server knows the call are not counted.
    await expect.poll(() => request.readableDidRead).toBe(true)
    socket[how]()
    await expect.poll(async () => (await counted('POST /api/posts'))['499']).toBe(before + 1)
    expect(Object.keys(await counted('POST /api/posts')).filter((status) => Number(status) >= 500)).toEqual(
      [],
    )
    expect(lines.filter(({ level }) => level >= 40)).toEqual([])
  },
)
