import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../server/database/schema/migrate.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { query } from '../../test-support/postgres-query.ts'
import { startReadyServer } from '../faults/server-process.ts'

const FAILED_LOGINS = 20

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off'])
})
afterAll(() => postgres.stop())

test('four processes that start at the same time on an empty database migrate it once and act as one site', async () => {
  const url = await createDatabase(postgres.url)
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'info', RATE_LIMIT: 'on' }
  const processes = await Promise.all([1, 2, 3, 4].map(() => startReadyServer(environment)))
  const processAt = (index: number) => processes[index % processes.length] ?? processes[0]

  const migrated = processes.filter(({ output }) => output.includes('"migrated"'))
  expect(migrated).toHaveLength(1)
  expect(await appliedMigrations(url)).toEqual(MIGRATIONS.map(({ name }) => name).sort())

  const token = await processAt(0)?.register('member')
  for (let guess = 0; guess < FAILED_LOGINS; guess++) {
    expect(await logIn(guess, `wrong ${guess}`)).toBe(400)
  }
  for (let index = 0; index < processes.length; index++) {
    expect(await logIn(index, 'correct horse')).toBe(429)
    expect((await processAt(index)?.call('GET', '/api/auth', token))?.status).toBe(200)
  }
  await processAt(1)?.call('DELETE', '/api/auth', token)
  for (const process of processes) expect((await process.call('GET', '/api/auth', token)).status).toBe(401)

  expect(await Promise.all(processes.map((process) => process.end('SIGTERM')))).toEqual([0, 0, 0, 0])

  async function logIn(index: number, password: string): Promise<number | undefined> {
    const response = await processAt(index)?.call('POST', '/api/auth', undefined, {
      email: 'member@example.com',
      password,
    })
    return response?.status
  }
})

async function appliedMigrations(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(url, 'select name from migrations')
  return rows.map(({ name }) => name)
}
