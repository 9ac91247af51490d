import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HashQueue } from '../../server/features/accounts/passwords.ts'
import { PASSWORD, startApp, type TestApp } from '../app.ts'

const GUESSES = 20
const LOCKED_FOR = 5 * 60

let app: TestApp
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT: 'on' })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => app.stop())

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/auth', { body: { email, password }, headers })

/** A client may claim a different address each time. */
function disguise(guess: number): Record<string, string> {
  const address = `203.0.113.${guess}`
  return {
    'x-forwarded-for': `${address}, 198.51.100.${guess}`,
    'x-real-ip': address,
    forwarded: `for=${address};proto=https`,
    'x-client-ip': address,
    'cf-connecting-ip': address,
    'true-client-ip': address,
    'user-agent': `Browser ${guess}`,
  }
}

test('no forged header gives a guesser more attempts, and the owner waits at most five minutes', async () => {
  const owner = await app.signUp()
  for (let guess = 1; guess <= GUESSES; guess++) {
    // Variants of the email count as the same account.
    const email = guess % 2 ? owner.email.toUpperCase() : ` ${owner.email} `
    expect((await logIn(email, `guess ${guess}`, disguise(guess))).status).toBe(400)
  }
  const locked = await logIn(owner.email, PASSWORD, disguise(200))
  expect(locked.status).toBe(429)
  const wait = Number(locked.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(LOCKED_FOR)
  expect((await owner.get('/api/auth')).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (wait - 2) * 1000 })
  expect((await logIn(owner.email, 'yet another')).status).toBe(429)
  vi.setSystemTime(Date.now() + 3_000)
  expect((await logIn(owner.email, PASSWORD)).status).toBe(200)
})

test('an unknown email takes the same work as a wrong password', async () => {
  const { email } = await app.signUp()
  const verify = vi.spyOn(HashQueue.prototype, 'verify')
  for (const address of [email, `unknown-${email}`]) {
    expect((await logIn(address, 'wrong guess')).status).toBe(400)
  }
  // Unknown emails take as long; see tests/unit/passwords.test.ts.
  expect(verify).toHaveBeenCalledTimes(2)
  verify.mockRestore()
})
