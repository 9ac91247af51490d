import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import { prepare } from '../../../server/database/prepared.ts'
import { runNamed, runTogether } from '../../../server/database/run-together.ts'
import { engine, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const insertTag = prepare((db, tag: string, count: number) =>
  db.insertInto('tags').values({ tag, count }).returning('tag'),
)
const findTag = prepare((db, tag: string) =>
  db.selectFrom('tags').select(['tag', 'count']).where('tag', '=', tag),
)
const findCount = prepare((db, tag: string) => db.selectFrom('tags').select('count').where('tag', '=', tag))

const findLong = (db: Queryable) => sql<{ text: string }>`select ${'x'.repeat(1_000_000)} as text`.execute(db)

test('each of several statements gets its own result', async () => {
  const { inserted, found, missing, long, again } = await app.db.transaction((trx) =>
    runNamed({
      inserted: insertTag(trx, 'one', 1),
      found: findTag(trx, 'one'),
      missing: findTag(trx, 'other'),
      long: findLong(trx),
      again: findTag(trx, 'one'),
    }),
  )
  expect(inserted.rows).toEqual([{ tag: 'one' }])
  expect(found.rows).toEqual([{ tag: 'one', count: 1 }])
  expect(missing.rows).toEqual([])
  expect(long.rows[0]?.text).toHaveLength(1_000_000)
  expect(again.rows).toEqual(found.rows)
})

test('what was skipped after a failed statement works in the next transactions', async () => {
  const fail = () =>
    app.db.transaction((trx) =>
      runTogether(insertTag(trx, 'two', 1), insertTag(trx, 'two', 1), findCount(trx, 'two')),
    )
  for (let attempt = 0; attempt < 5; attempt++) await expect(fail()).rejects.toThrow(/unique/i)
  const { found } = await app.db.transaction((trx) =>
    runNamed({ inserted: insertTag(trx, 'two', 7), found: findCount(trx, 'two') }),
  )
  expect(found.rows).toEqual([{ count: 7 }])
})

test.runIf(engine === 'postgres')(
  'a connection that is lost fails all statements and is replaced',
  async () => {
    const lose = app.db.transaction((trx) =>
      runTogether(
        insertTag(trx, 'three', 1),
        sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx),
        findCount(trx, 'three'),
      ),
    )
    await expect(lose).rejects.toThrow()
    expect((await findCount(app.db.kysely, 'three')).rows).toEqual([])
  },
)
