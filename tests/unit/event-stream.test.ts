import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { EventStream } from '../../server/events/event-stream.ts'

/** The response to a client that reads nothing. */
class StalledResponse extends EventEmitter {
  destroyed = false
  writableLength = 0

  writeHead() {}

  write(text: string) {
    this.writableLength += text.length
  }

  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

test('a client that does not read is cut when too much is pending, and nobody waits for it', () => {
  const response = new StalledResponse()
  const member = {
    id: 'a',
    sessionId: 's',
    role: 'member',
    isActive: () => true,
    hasExpired: () => false,
  } as const
  let closed = 0
  const stream = new EventStream(member, [], () => {
    closed++
  })
  const reply = { raw: response, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  stream.send({ method: 'GET' } as FastifyRequest, reply, 'no-store')
  for (let count = 0; count < 1_000; count++) stream.write('x'.repeat(1_000))
  expect([response.destroyed, closed]).toEqual([true, 1])
  expect(response.writableLength).toBeLessThan(70_000)
})
