import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PRESSURE } from '../../server/platform/http/server.ts'
import { until } from '../../test-support/polling.ts'
import { startApp } from '../app.ts'
import { startReadyServer } from '../faults/server-process.ts'

test('more sign-ins from an address than can wait are rejected at once', async () => {
  const server = await startReadyServer({ DATABASE_URL: 'sqlite::memory:' })
  const token = await server.register('someone')
  expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
  const refused: { retryAfter: string | null; verifiedBefore: number }[] = []
  let verified = 0
  for (let guess = 0; guess < 600; guess++) {
    const body = { email: `${guess}@example.com`, password: 'correct horse' }
    server.call('POST', '/api/auth', undefined, body).then(
      ({ status, retryAfter }) => {
        if (status === 429) refused.push({ retryAfter, verifiedBefore: verified })
        else verified++
      },
      () => {},
    )
  }
  await until(async () => refused.length >= 50)
  for (const { verifiedBefore, retryAfter } of refused) {
    expect(verifiedBefore).toBeLessThan(100)
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  expect((await server.call('GET', '/api/auth', token)).status).toBe(200)
  await server.end('SIGKILL')
})

test('an overloaded process rejects requests, and recovers as soon as it can', async () => {
  Object.assign(PRESSURE, { maxDelay: 250 })
  const app = await startApp({ RATE_LIMIT: 'on' })
  try {
    for (let turn = 0; turn < 4; turn++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
      await setImmediate()
    }
    const refused = await app.call('GET', '/api/profile')
    expect(refused.status).toBe(503)
    expect(refused.body).toEqual({ errors: [{ msg: 'The server is busy, please try again' }] })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.call('GET', '/healthz')).status).toBe(200)
    await until(async () => (await app.call('GET', '/api/profile')).status === 200)
  } finally {
    await app.stop()
  }
})
