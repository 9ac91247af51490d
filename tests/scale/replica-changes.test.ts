import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { recordChanges } from '../../server/database/changes.ts'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import { startPostgres } from '../../starters/postgres.ts'
import { query } from '../../starters/query.ts'
import { until } from '../../starters/until.ts'

test('a cache over a replica sees a transaction that began before those it had seen', async () => {
  const primary = await startPostgres(['-c', 'fsync=off'])
  onTestFinished(() => primary.stop())
  const replica = await primary.replicate()
  onTestFinished(() => replica.stop())
  const [db, copy] = [openDatabase(primary.url), openDatabase(replica.url)]
  onTestFinished(async () => {
    await Promise.all([db.close(), copy.close()])
  })
  await migrate(db)
  const copied = (topic: string) =>
    until(async () => {
      const rows = await query(replica.url, `select to_regclass('changes') is not null as made`)
      if (!rows[0]?.made) return false
      return (await query(replica.url, `select 1 from changes where topic = '${topic}'`)).length > 0
    })

  const slow = new pg.Client({ connectionString: primary.url })
  await slow.connect()
  await slow.query(`begin; insert into changes (topic, at) values ('post:slow', 0)`)
  await db.transaction((trx) => recordChanges(trx, 'post:quick'))
  await copied('post:quick')
  const { position } = await copy.changes.since(undefined)

  await slow.query('commit')
  await slow.end()
  await copied('post:slow')
  const { topics, position: later } = await copy.changes.since(position)
  expect(topics).toContain('post:slow')
  expect((await copy.changes.since(later)).topics).toEqual([])

  // Another server may restart its transaction numbers, so positions of the first one mean nothing.
  expect((await db.changes.since(later)).topics).toBeUndefined()
})
