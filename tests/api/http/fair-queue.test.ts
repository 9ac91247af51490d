import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { startApp, type TestApp } from '../../app.ts'

// How many requests of one client run at once; see fair-queue.ts.
const AT_ONCE = 16
const FLOOD = 200

const ATTACKER = '203.0.113.1'
const VISITOR = '203.0.113.2'

let app: TestApp
let running = 0
let most = 0
let served = 0

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
  const { snapshot } = app.db
  // Every read of a profile takes a while, so that many of them would run at the same time.
  app.db.snapshot = async (work) => {
    most = Math.max(most, ++running)
    await setTimeout(20)
    running--
    return snapshot(work)
  }
})
beforeEach(() => {
  most = 0
  served = 0
})
afterAll(() => app.stop())

/** Reads a profile that does not exist, so no response is cached. */
async function read(address: string, token?: string): Promise<void> {
  const headers = { 'x-forwarded-for': address }
  const { status } = await app.call('GET', `/api/profile/user/${newId()}`, { token, headers })
  expect(status).toBe(404)
  served++
}

/** Many reads at once; resolves when as many of them run as may, with a promise of the rest. */
async function flood(addressOf: (n: number) => string, tokenOf: () => string | undefined) {
  const reads = Promise.all(Array.from({ length: FLOOD }, (_, n) => read(addressOf(n), tokenOf())))
  await expect.poll(() => most).toBeGreaterThanOrEqual(AT_ONCE)
  return { reads }
}

const randomToken = () => randomBytes(32).toString('base64url')

test('invented tokens give nobody more turns', async () => {
  const { reads } = await flood(() => ATTACKER, randomToken)
  await reads
  expect(most).toBe(AT_ONCE)
})

test('all addresses of an IPv6 network share their turns', async () => {
  const { reads } = await flood(
    (n) => `2001:db8::${n.toString(16)}`,
    () => undefined,
  )
  await reads
  expect(most).toBe(AT_ONCE)
})

test.each(['reads', 'others'])(
  'a token that looks like the turns of a visitor ("%s") takes none of them',
  async (kind) => {
    const { reads } = await flood(
      () => ATTACKER,
      () => `${kind} ${VISITOR}`,
    )
    await read(VISITOR)
    expect(served).toBeLessThan(FLOOD / 2)
    await reads
  },
)

test('a member who is signed in does not wait for strangers at the same address', async () => {
  const member = await app.signUp()
  expect((await member.get('/api/auth')).status).toBe(200)
  const { reads } = await flood(
    () => ATTACKER,
    () => undefined,
  )
  await read(ATTACKER, member.token)
  expect(served).toBeLessThan(FLOOD / 2)
  await reads
})
