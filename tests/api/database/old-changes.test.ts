import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  CHANGES_KEPT,
  forgetOldChanges,
  recordChanges,
  runRecorded,
} from '../../../server/database/changes/changes.ts'
import { endSessions } from '../../../server/features/accounts/sessions.ts'
import { engine, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const NOW = Date.now()
const AT_ONCE = 20
const LONG_AGO = NOW - 3 * CHANGES_KEPT

/** Each change has its own transaction, as in production. */
async function note(at: number, count: number): Promise<void> {
  const add = () =>
    app.db.transaction((trx) => trx.insertInto('changes').values({ topic: 'posts', at }).execute())
  for (let added = 0; added < count; added += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - added) }, add))
  }
}

async function times(): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`select at from changes order by at`.execute(app.db.kysely)
  return rows.map(({ at }) => at)
}

test('all but a few old changes are deleted, and none that a cache may still need', async () => {
  await note(LONG_AGO, 2_500)
  await note(NOW, 1_100)
  await forgetOldChanges(app.db)
  const remaining = await times()
  expect(remaining.filter((at) => at === NOW)).toHaveLength(1_100)
  expect(remaining.filter((at) => at === LONG_AGO).length).toBeLessThan(1_000)
})

test('old changes of one transaction are deleted even if there are more than a batch holds', async () => {
  const changes = Array.from({ length: 1_500 }, () => ({ topic: 'posts', at: LONG_AGO }))
  await app.db.transaction(async (trx) => {
    await trx.deleteFrom('changes').execute()
    await trx.insertInto('changes').values(changes).execute()
  })
  await note(NOW, 1)
  await forgetOldChanges(app.db)
  expect((await times()).length).toBeLessThanOrEqual(1_000)
})

test('a cache still sees the next change after all old ones were deleted', async () => {
  await app.db.transaction((trx) => trx.deleteFrom('changes').execute())
  await note(LONG_AGO, 1_001)
  await forgetOldChanges(app.db)
  // Positions are row numbers on SQLite and must only grow.
  if (engine === 'sqlite') expect((await times()).length).toBeGreaterThan(0)
  const author = await app.signUp()
  const post = await author.write('After the clean-up')
  expect((await author.get('/api/posts')).body[0]._id).toBe(post)
})

async function seenElsewhere() {
  const person = await app.signUp()
  const reader = await app.another()
  onTestFinished(() => reader.stop())
  const read = () => reader.call('GET', '/api/auth', { token: person.token })
  expect((await read()).status).toBe(200)
  return { person, read }
}

test('a process that missed deleted changes accepts no ended session', async () => {
  // The check must not depend on clocks, because the clock of a suspended machine stops.
  const { person, read } = await seenElsewhere()
  await person.delete('/api/auth')
  await note(LONG_AGO, 1_001)
  await app.db.transaction((trx) => trx.updateTable('changes').set({ at: LONG_AGO }).execute())
  await forgetOldChanges(app.db)
  expect((await read()).status).toBe(401)
})

test.runIf(engine === 'postgres')(
  'an ended session is noticed even if its transaction was in flight at the last check and began before those seen',
  async () => {
    const { person, read } = await seenElsewhere()
    const begun = Promise.withResolvers<void>()
    const changeSeen = Promise.withResolvers<void>()
    const ending = app.db.kysely.transaction().execute(async (trx) => {
      await runRecorded(trx, () => endSessions(trx, person.id))
      await sql`update changes set at = ${LONG_AGO} where xid = pg_current_xact_id()`.execute(trx)
      begun.resolve()
      await changeSeen.promise
    })
    await begun.promise
    await note(LONG_AGO, 1_001)
    expect((await read()).status).toBe(200)
    changeSeen.resolve()
    await ending
    await forgetOldChanges(app.db)
    expect((await read()).status).toBe(401)
  },
)

test.runIf(engine === 'postgres')(
  'changes restored from a server with higher transaction numbers do not empty the caches forever',
  async () => {
    await app.db.transaction((trx) =>
      sql`insert into changes (xid, topic, at) values ('9000000000', 'all', ${NOW})`.execute(trx),
    )
    const restarted = await app.another()
    const { cache } = restarted.running.context
    const read = () => restarted.call('GET', '/api/profile')
    const missesOfRead = async () => {
      const { misses } = cache
      await read()
      return cache.misses - misses
    }
    await expect.poll(missesOfRead).toBe(0)
    await restarted.stop()
  },
)

test('a cache learns of many changes at once', async () => {
  const person = await app.signUp()
  await person.get('/api/auth')
  await app.db.transaction(async (trx) => {
    await trx.updateTable('users').set({ name: 'Renamed' }).where('id', '=', person.id).execute()
    const otherTopics = Array.from({ length: 200 }, (_, n) => `other:${n}`)
    recordChanges(trx, ...otherTopics, `user:${person.id}`)
  })
  expect((await person.get('/api/auth')).body.name).toBe('Renamed')
})
