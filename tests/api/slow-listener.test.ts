import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { recordChanges } from '../../server/database/changes.ts'
import { until } from '../../starters/until.ts'
import { type Person, startApp, type TestApp } from '../app.ts'
import { EventListener } from '../event-listener.ts'

const ROUND_BYTES = 1024 * 1024
// The system buffers some megabytes for a client that reads nothing.
const MAX_ROUNDS = 30

let app: TestApp
let member: Person

beforeAll(async () => {
  app = await startApp()
  member = await app.signUp()
})
afterAll(() => app.stop())

/** A client that asks for events and then reads nothing. */
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

test('clients that do not read are cut, and nobody waits for them', async () => {
  const reader = await EventListener.open(app.running.address, member.token)
  onTestFinished(() => reader.close())
  for (let count = 0; count < 3; count++) listenWithoutReading()
  await until(async () => (await countStreams()) === 4)

  let rounds = 0
  for (; rounds < MAX_ROUNDS && (await countStreams()) > 1; rounds++) {
    // No id is so long, but thousands of events are.
    const topic = `event:gone:${rounds}:${'x'.repeat(ROUND_BYTES)}`
    await app.db.transaction((trx) => recordChanges(trx, topic))
    const committed = performance.now()
    await reader.hears(rounds + 1)
    expect(performance.now() - committed).toBeLessThan(1_000)
  }
  expect(await countStreams()).toBe(1)
  expect(rounds).toBeGreaterThan(1)
  expect(reader.hasEnded).toBe(false)
})
