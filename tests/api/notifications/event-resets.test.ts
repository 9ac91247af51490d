import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { engine, type Person, startApp, type TestApp } from '../../app.ts'
import { EventListener } from '../../event-listener.ts'

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await startApp()
  author = await app.signUp('Author')
})
afterAll(() => app.stop())

const listen = (lastId?: string) => EventListener.open(app.running.address, author.token, { lastId })

/** On PostgreSQL, a stream waits for transactions that began before the changes. */
async function recordManyChanges(): Promise<void> {
  const topics = Array.from({ length: 5_000 }, (_, index) => `unheard:${index}`)
  const xid = await app.db.transaction(async (trx) => {
    recordChanges(trx, ...topics)
    if (engine === 'sqlite') return undefined
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(trx)
    return rows[0]?.xid
  })
  if (xid === undefined) return
  const oldest = sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`
  await expect
    .poll(async () => Number((await oldest.execute(app.db.kysely)).rows[0]?.xid))
    .toBeGreaterThan(Number(xid))
}

test('a stream that continues after too many changes begins with a reset, and can continue from there', async () => {
  const first = await listen()
  await recordManyChanges()
  await author.write('The newest')
  const oldListener = await listen(first.lastId)
  expect(await oldListener.hears(1)).toEqual(['reset'])
  const { lastId } = oldListener
  const post = await author.write('Later')
  const next = await listen(lastId)
  expect(await next.hears(1)).toEqual([`post ${post}`])
  for (const listener of [first, oldListener, next]) listener.close()
})
