import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newDatabase } from '../../app.ts'

// Far more than the server has, and more than it names.
const QUERIES = 1_200

test('a connection keeps a limited number of prepared statements', async () => {
  // The names are shared by everything in a process, so that other tests would not get any.
  vi.resetModules()
  const { openDatabase } = await import('../../../server/database/database.ts')
  const { prepare } = await import('../../../server/database/prepared.ts')
  const { url, drop } = await newDatabase({ blank: true })
  const db = openDatabase(url, { connections: 1 })
  for (let n = 0; n < QUERIES; n++) {
    const query = prepare((_, value: number) => ({
      compile: () => sql<{ sum: number }>`select ${value}::int + ${sql.lit(n)} as sum`.compile(db.kysely),
    }))
    for (const value of [1, 2]) expect((await query(db.kysely, value)).rows).toEqual([{ sum: value + n }])
  }
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pg_prepared_statements`.execute(db.kysely)
  expect(rows[0]?.count).toBeGreaterThan(0)
  expect(rows[0]?.count).toBeLessThanOrEqual(1_000)
  await db.close()
  await drop()
})
