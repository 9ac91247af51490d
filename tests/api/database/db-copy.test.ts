import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '../../../scripts/db-copy/copy.ts'
import { type Database, openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/schema/migrate.ts'
import { DISTRIBUTION } from '../../../server/database/schema/tables.ts'
import { newDatabase } from '../../app.ts'
import { fillCommunity } from '../../scale/large-community.ts'

// On a cluster, only the target is distributed.
const openDatabases: { db: Database; drop: () => Promise<void> }[] = []

async function open(options?: { blank: boolean }): Promise<Database> {
  const { url, drop } = await newDatabase(options)
  const db = openDatabase(url, { timeout: 0 })
  openDatabases.push({ db, drop })
  return db
}

let source: Database
beforeAll(async () => {
  source = await open({ blank: true })
  await migrate(source)
  await fillCommunity(source, { users: 20, posts: 300, likes: 900, comments: 600 })
})
afterAll(async () => {
  for (const { db, drop } of openDatabases) {
    await db.close()
    await drop()
  }
})

test('a copy has every table with all of its rows, and a copy of it is the same again', async () => {
  const target = await open()
  const { tables } = await copyDatabase(source, target)
  const lasting = Object.entries(DISTRIBUTION).filter(([, table]) => !('transient' in table))
  expect([...tables.keys()].sort()).toEqual(lasting.map(([name]) => name).sort())
  expect(tables.get('likes')?.rows).toBe(900)
  const secondCopy = await copyDatabase(target, await open({ blank: true }))
  expect([...secondCopy.tables]).toEqual([...tables])
})
