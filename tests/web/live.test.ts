import { afterEach, expect, test, vi } from 'vitest'
import { keepListening, listenOnce, pauseAfter } from '../../web/features/events/connection.ts'
import { inBurstsOf } from '../../web/features/events/live-events.ts'

afterEach(() => vi.unstubAllGlobals())

async function listenTo(response: Response | Error) {
  const requests: Headers[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    requests.push(new Headers(headers))
    if (response instanceof Error) throw response
    return response
  })
  const heard: unknown[] = []
  const ending = await listenOnce({
    token: 'secret',
    lastId: '7',
    onId: (id) => heard.push(id),
    onEvent: ({ event, data }) => heard.push([event, data]),
    signal: new AbortController().signal,
  })
  return { ending, heard, sent: requests[0] }
}

const headers = { 'content-type': 'text/event-stream; charset=utf-8' }

test('events and ids are read, also those of heartbeats, and in pieces', async () => {
  const bytes = new TextEncoder().encode(':\nid: 8\n\nevent: post\nid: 9\ndata: {"post":"ä"}\n\n')
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const { ending, heard, sent } = await listenTo(new Response(pieces, { headers }))
  expect(heard).toEqual(['8', '9', ['post', '{"post":"ä"}']])
  expect(ending).toEqual({ reason: 'lost' })
  expect([sent?.get('x-auth-token'), sent?.get('last-event-id')]).toEqual(['secret', '7'])
})

test('a server without the call is not asked again, and one in trouble is', async () => {
  const ending = async (response: Response | Error) => (await listenTo(response)).ending
  expect(await ending(new Response('{}', { status: 404 }))).toEqual({ reason: 'not offered' })
  expect(await ending(new Response('<html>', { headers: { 'content-type': 'text/html' } }))).toEqual({
    reason: 'not offered',
  })
  expect(await ending(new Response('{}', { status: 401 }))).toEqual({ reason: 'refused' })
  expect(await ending(new TypeError('Failed to fetch'))).toEqual({ reason: 'failed' })
})

test('a server in trouble says in seconds or by a date when to come back', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z'), toFake: ['Date'] })
  const pauseFor = async (retryAfter: string) =>
    (await listenTo(new Response('{}', { status: 503, headers: { 'retry-after': retryAfter } }))).ending
  expect(await pauseFor('30')).toEqual({ reason: 'failed', retryAfter: 30_000 })
  expect(await pauseFor('Sun, 01 Mar 2026 12:02:00 GMT')).toEqual({ reason: 'failed', retryAfter: 120_000 })
  expect(await pauseFor('Sun, 01 Mar 2026 11:00:00 GMT')).toEqual({ reason: 'failed', retryAfter: 0 })
  expect(await pauseFor('Wed, 01 Mar 2073 12:00:00 GMT')).toEqual({ reason: 'failed', retryAfter: 600_000 })
  expect(await pauseFor('soon')).toEqual({ reason: 'failed', retryAfter: 0 })
  vi.useRealTimers()
})

test('a pause ends when listening is stopped', async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const controller = new AbortController()
  const ending = keepListening({
    token: 'secret',
    lastId: () => '',
    onId: () => {},
    onEvent: () => {},
    signal: controller.signal,
  })
  const before = performance.now()
  setTimeout(() => controller.abort(), 20)
  expect(await ending).toBe('stopped')
  expect(performance.now() - before).toBeLessThan(400)
})

test('a burst that is stopped no longer runs', () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, removeEventListener: () => {} })
  const runs: string[][] = []
  const bursts = inBurstsOf<string>((items) => runs.push(items))
  bursts.add('a')
  bursts.add('b')
  vi.runAllTimers()
  bursts.add('c')
  bursts.stop()
  vi.runAllTimers()
  expect(runs).toEqual([['a', 'b']])
  vi.useRealTimers()
})

test('pauses grow with every failure up to a minute, and differ', () => {
  for (const [failures, longest] of [
    [0, 1_000],
    [3, 8_000],
    [50, 60_000],
  ] as const) {
    const pauses = Array.from({ length: 50 }, () => pauseAfter(failures, 0))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest)
    expect(new Set(pauses).size).toBeGreaterThan(40)
  }
  expect(pauseAfter(0, 30_000)).toBeGreaterThan(30_000)
})
