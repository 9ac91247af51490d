import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../test-support/free-port.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { until } from '../../test-support/polling.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { startReadyServer, startServer } from './server-process.ts'
import { readStored } from './stored-content.ts'
import { Writers } from './writers.ts'

const OUTAGES = LONG ? 10 : 2

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test('a database killed under load causes 503s, but no 500 and no lost acknowledged write', async () => {
  const url = await createDatabase(postgres.url)
  const server = await startReadyServer({ DATABASE_URL: url })
  const token = await server.register('writer')
  const writers = new Writers()
  for (let outage = 1; outage <= OUTAGES; outage++) {
    const before = writers.acknowledged
    writers.start(server, token, 12)
    await until(async () => writers.acknowledged >= before + 30)
    await postgres.kill()
    await until(async () => (await server.status('/readyz')) === 503)
    const refused = writers.failures.length
    await until(async () => writers.failures.length > refused + 12)
    expect(await server.status('/healthz')).toBe(200)

    await postgres.start()
    await until(async () => (await server.status('/readyz')) === 200)
    const resumed = writers.acknowledged
    await until(async () => writers.acknowledged > resumed)
    await writers.stop()
  }
  expect(writers.withoutResponse).toBe(0)
  expect(new Set(writers.failures.map(({ status }) => status))).toEqual(new Set([503]))
  expect(writers.failures.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  const { texts, faults } = await readStored(url)
  expect(faults).toEqual([])
  expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
  expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
  expect(await server.end('SIGTERM')).toBe(0)
})

test('the server waits for a database that is not up yet, with growing delays and log messages, then prints the setup link', async () => {
  await postgres.kill()
  const server = await startServer({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' })
  await until(async () => (await server.status('/healthz')) === 200)
  const body = { errors: [{ msg: 'The server is starting, please try again' }] }
  for (const path of ['/readyz', '/api/profile']) {
    expect(await server.call('GET', path)).toMatchObject({ status: 503, body, retryAfter: '2' })
  }
  const tries = () => server.output.split('the database does not respond; trying again').length - 1
  await until(async () => tries() >= 5)
  const times = [...server.output.matchAll(/"time":(\d+).*does not respond/g)].map(([, time]) => Number(time))
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  // A stall of the machine makes a pause longer, but never shorter.
  expect(Math.min(...pauses.slice(0, 2))).toBeLessThan(Math.max(...pauses.slice(-2)))
  expect(server.output).not.toContain('/setup#')

  await postgres.start()
  await until(async () => (await server.status('/readyz')) === 200)
  await until(async () => server.output.includes('/setup#'))
})

test('stopping does not wait for a database that is down', async () => {
  const server = await startServer({ DATABASE_URL: `postgres://x@127.0.0.1:${await freePort()}/x` })
  await until(async () => (await server.status('/healthz')) === 200)
  await until(async () => server.output.includes('the database does not respond'))
  expect(await server.end('SIGTERM')).toBe(0)
})
