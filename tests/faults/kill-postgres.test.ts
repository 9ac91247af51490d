import { afterAll, beforeAll } from 'vitest'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { testKills } from './kill-tests.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

testKills(() => createDatabase(postgres.url))
