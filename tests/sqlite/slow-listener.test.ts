import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { recordChanges } from '../../server/database/changes/changes.ts'
import { EventHub } from '../../server/features/events/event-hub.ts'
import { EventStream } from '../../server/features/events/event-stream.ts'
import { newId } from '../../server/ids.ts'
import type { Member } from '../../server/platform/http/caller.ts'
import { until } from '../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../app.ts'
import { EventListener } from '../event-listener.ts'

const ROUND_BYTES = 1024 * 1024
// The system buffers some megabytes for a client that reads nothing.
const MAX_ROUNDS = 30

const MAX_PENDING = 32 * 1024 * 1024
const EVENT_BYTES = 60_000

let app: TestApp
let member: Person

beforeAll(async () => {
  app = await startApp()
  member = await app.signUp()
})
afterAll(() => app.stop())

function listenWithoutReading() {
  const socket = connect(Number(new URL(app.running.address).port), '127.0.0.1')
  socket.pause()
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nx-auth-token: ${member.token}\r\n\r\n`)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
}

async function countStreams(): Promise<number> {
  const { body } = await app.call('GET', '/metrics')
  return Number(/^event_streams (\d+)/m.exec(body)?.[1])
}

test('clients that do not read are disconnected, and the others hear every event', async () => {
  const reader = await EventListener.open(app.running.address, member.token)
  onTestFinished(() => reader.close())
  for (let count = 0; count < 3; count++) listenWithoutReading()
  await until(async () => (await countStreams()) === 4)

  let rounds = 0
  while (rounds < MAX_ROUNDS && (await countStreams()) > 1) {
    // Longer than any real id, to need fewer events.
    const topic = `event:gone:${rounds}:${'x'.repeat(ROUND_BYTES)}`
    await app.db.transaction((trx) => recordChanges(trx, topic))
    await reader.hears(++rounds)
  }
  expect(await countStreams()).toBe(1)
  expect(rounds).toBeGreaterThan(1)
  expect(reader.hasEnded).toBe(false)
})

/** Passes on what is written to it; without `pass` it is stuck from the first byte. */
async function join(hub: EventHub, pass?: (text: string) => void): Promise<Socket & { userId: string }> {
  const userId = newId()
  const socket = new Duplex({
    read() {},
    write(bytes, _encoding, done) {
      pass?.(String(bytes))
      if (pass) done()
    },
  }) as Socket
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  hub.reserve({ userId })
  const member: Member = {
    id: userId,
    sessionId: 's',
    role: 'member',
    topics: [],
    mustConfirm: false,
    hasExpired: () => false,
  }
  const stream = new EventStream(member, hub.leave)
  await hub.join(stream, '')
  const reply = { raw: response, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  stream.send({ method: 'GET' } as FastifyRequest, reply, 'no-store')
  return Object.assign(socket, { userId })
}

// Sockets of the system would buffer some megabytes each before anything is pending.
test('a thousand clients that read nothing have a bounded number of bytes pending together', async () => {
  const hub = new EventHub(app.running.context.db)
  onTestFinished(() => hub.close())
  let heard = ''
  const stuck = await Promise.all(Array.from({ length: 1_000 }, () => join(hub)))
  await join(hub, (text) => {
    heard += text
  })
  let most = 0
  let left = stuck
  for (let round = 1; left.length > 0 && round < 10; round++) {
    const topics = stuck.map(({ userId }) => `notifications:${userId}`)
    await app.db.transaction((trx) =>
      recordChanges(trx, ...topics, `event:gone:${round}:${'x'.repeat(EVENT_BYTES)}`),
    )
    await until(async () => heard.includes(`"post":"${round}"`), undefined, 5)
    left = left.filter(({ destroyed }) => !destroyed)
    most = Math.max(
      most,
      left.reduce((sum, socket) => sum + socket.writableLength, 0),
    )
  }
  expect(left).toEqual([])
  expect(most).toBeGreaterThan(MAX_PENDING / 2)
  expect(most).toBeLessThanOrEqual(MAX_PENDING)
  expect(hub.count).toBe(1)
})
