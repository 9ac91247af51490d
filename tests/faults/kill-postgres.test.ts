import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { testKills } from './kill.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

testKills(() => postgres.url)
