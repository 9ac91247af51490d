import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { newDatabase } from '../app.ts'

const QUERIES = 1_200

test('a connection keeps a limited number of prepared statements', async () => {
  const { url, drop } = await newDatabase({ blank: true })
  const db = openDatabase(url, { connections: 1 })
  for (let n = 0; n < QUERIES; n++) {
    const query = (value: number) => sql<{ sum: number }>`select ${value}::int + ${sql.lit(n)} as sum`
    for (const value of [1, 2]) {
      expect((await query(value).execute(db.kysely)).rows).toEqual([{ sum: value + n }])
    }
  }
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pg_prepared_statements`.execute(db.kysely)
  expect(rows[0]?.count).toBeGreaterThan(0)
  expect(rows[0]?.count).toBeLessThanOrEqual(1_000)
  await db.close()
  await drop()
})

test('queries still work after another process has added a column', async () => {
  const { url, drop } = await newDatabase()
  const db = openDatabase(url, { connections: 1 })
  const findUsers = () => db.kysely.selectFrom('users').selectAll().execute()
  expect(await findUsers()).toEqual([])
  const other = openDatabase(url, { connections: 1 })
  await sql`alter table users add column shoe_size integer`.execute(other.kysely)
  expect(await findUsers()).toEqual([])
  await Promise.all([db.close(), other.close()])
  await drop()
})
