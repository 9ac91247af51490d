import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { EventStream } from '../../server/features/events/event-stream.ts'
import type { Member } from '../../server/platform/http/caller.ts'

class StalledResponse extends EventEmitter {
  destroyed = false
  writableLength = 0

  writeHead() {}

  removeHeader() {}

  write(text: string) {
    this.writableLength += text.length
  }

  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

const member: Member = {
  id: 'a',
  sessionId: 's',
  role: 'member',
  topics: [],
  mustConfirm: false,
  hasExpired: () => false,
}

let response: StalledResponse
let stream: EventStream

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  response = new StalledResponse()
  stream = new EventStream(member, () => {})
  const reply = { raw: response, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  stream.send({ method: 'GET' } as FastifyRequest, reply, 'no-store')
})

test('a client that reads nothing is disconnected after some heartbeats', () => {
  stream.write(['first heartbeat'])
  vi.advanceTimersByTime(20_000)
  stream.write(['second'])
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(20_000)
  stream.write(['third'])
  expect(response.destroyed).toBe(true)
})

test('a client that reads now and then stays connected', () => {
  for (let heartbeat = 0; heartbeat < 5; heartbeat++) {
    stream.write(['heartbeat'])
    vi.advanceTimersByTime(20_000)
    response.writableLength = 0
  }
  expect(response.destroyed).toBe(false)
})

test('a client that reads nothing cannot keep a stream open that ends', () => {
  stream.write(['unread'])
  stream.end()
  expect(response.destroyed).toBe(true)
})
