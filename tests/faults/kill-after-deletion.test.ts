import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { startReadyServer, temporaryFolder } from './server-process.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test.each([
  ['SQLite', async () => `sqlite:${join(temporaryFolder(), 'deletion.db')}`],
  ['PostgreSQL', () => createDatabase(postgres.url)],
])(
  'on %s, a post deleted before a kill can be restored after it, and is deleted for good in time',
  async (_, urlOf) => {
    const environment = { DATABASE_URL: await urlOf(), RATE_LIMIT: 'off' }
    let server = await startReadyServer(environment)
    const token = await server.register('author')
    const db = openDatabase(environment.DATABASE_URL)
    onTestFinished(() => db.close())
    const { body } = await server.call('POST', '/api/posts', token, { text: 'Kept #tag' })
    const { _id } = body as { _id: string }
    const deleteAndKill = async () => {
      expect((await server.call('DELETE', `/api/posts/${_id}`, token)).status).toBe(200)
      await server.end('SIGKILL')
      server = await startReadyServer(environment)
      expect((await server.call('GET', `/api/posts/${_id}`, token)).status).toBe(404)
    }

    await deleteAndKill()
    expect((await server.call('POST', `/api/posts/${_id}/restore`, token)).body).toEqual(body)
    await deleteAndKill()
    await db.transaction((trx) => trx.updateTable('jobs').set({ run_at: 0 }).execute())
    const rows = () => db.kysely.selectFrom('posts').select('id').execute()
    await expect.poll(rows, { timeout: 60_000 }).toEqual([])
    expect((await server.call('POST', `/api/posts/${_id}/restore`, token)).status).toBe(404)
  },
)
