import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
})
afterAll(() => app.stop())

test('forty sign-ins from one address do not hold up one from another address', async () => {
  const crowd = await app.signUp()
  const visitor = await app.signUp()
  const signIn = async (email: string, from: string) => {
    const headers = { 'x-forwarded-for': from }
    return (await app.call('POST', '/api/auth', { body: { email, password: PASSWORD }, headers })).status
  }
  let finished = 0
  // All addresses of one /64 network count as one.
  const flood = Array.from({ length: 40 }, async (_, host) => {
    await signIn(crowd.email, `2001:db8::${(host + 1).toString(16)}`)
    finished++
  })
  await expect.poll(() => finished).toBeGreaterThan(0)
  const before = finished
  expect(await signIn(visitor.email, '2001:db8:0:1::1')).toBe(200)
  expect(finished - before).toBeLessThan(15)
  await Promise.all(flood)
})
