import { type FileHandle, open } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { isUnavailable } from '../../server/database/faults.ts'
import { migrate } from '../../server/database/schema/migrate.ts'

let db: Database

beforeEach(async () => {
  db = openDatabase('sqlite::memory:')
  await migrate(db)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
})

const write = (key: string, second = `${key} again`, into = db) =>
  into.transaction(async (trx) => {
    for (const name of [key, second]) {
      await trx.insertInto('attempts').values({ key: name, count: 1, resets_at: 0 }).execute()
    }
    return key
  })

const keys = async () => {
  const rows = await db.kysely.selectFrom('attempts').select('key').orderBy('key').execute()
  return rows.map((row) => row.key)
}

test('a failed transaction leaves nothing behind and does not affect the others', async () => {
  const results = await Promise.allSettled([
    write('a'),
    write('b', 'a'),
    write('c'),
    write('d', 'd'),
    write('e'),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await keys()).toEqual(['a', 'a again', 'c', 'c again', 'e', 'e again'])
  expect(await write('f')).toBe('f')
})

test('what a transaction writes is visible to others once it has ended', async () => {
  await db.transaction(async (trx) => {
    await trx.insertInto('attempts').values({ key: 'a', count: 1, resets_at: 0 }).execute()
    expect(await keys()).toEqual([])
  })
  expect(await keys()).toEqual(['a'])
})

test('a commit that fails fails all of its transactions, and the next ones succeed', async () => {
  const like = { post_id: 'none', user_id: 'nobody', id: 'like' }
  const failing = db.transaction(async (trx) => {
    // SQLite then checks at the commit whether the post exists.
    await sql`pragma defer_foreign_keys = on`.execute(trx)
    await trx.insertInto('likes').values(like).execute()
  })
  const results = await Promise.allSettled([failing, write('a')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await write('c')).toBe('c')
  expect(await keys()).toEqual(['c', 'c again'])
})

async function slowDisk(): Promise<PromiseWithResolvers<void>[]> {
  const file = await open(import.meta.filename)
  const handles: FileHandle = Object.getPrototypeOf(file)
  await file.close()
  const pendingSyncs: PromiseWithResolvers<void>[] = []
  vi.spyOn(handles, 'datasync').mockImplementation(() => {
    const call = Promise.withResolvers<void>()
    pendingSyncs.push(call)
    return call.promise
  })
  return pendingSyncs
}

test('a write is acknowledged once it is on the disk, and nothing else waits for the disk', async () => {
  const disk = await slowDisk()
  const acknowledged: string[] = []
  const start = (key: string) => void write(key).then(() => acknowledged.push(key))
  start('a')
  await expect.poll(keys).toHaveLength(2)
  for (const key of ['b', 'c']) start(key)
  await expect.poll(keys).toHaveLength(6)
  start('d')
  await expect.poll(keys).toHaveLength(8)
  expect([acknowledged, disk.length]).toEqual([[], 1])
  // This call began before the other writes, so they share the next.
  disk[0]?.resolve()
  await expect.poll(() => disk.length).toBe(2)
  expect(acknowledged).toEqual(['a'])
  disk[1]?.resolve()
  await expect.poll(() => acknowledged).toEqual(['a', 'b', 'c', 'd'])
  expect(disk).toHaveLength(2)
})

test('after a write that did not reach the disk, no other is acknowledged or tried', async () => {
  const disk = await slowDisk()
  const lost = write('a').catch((error: unknown) => error)
  await expect.poll(() => disk.length).toBe(1)
  const committedAfter = write('b').catch((error: unknown) => error)
  await expect.poll(keys).toHaveLength(4)
  disk[0]?.reject(new Error('EIO: i/o error, fdatasync'))
  expect(isUnavailable(await lost)).toBe(true)
  expect(isUnavailable(await committedAfter)).toBe(true)
  const refused = write('c').catch((error: unknown) => error)
  expect(isUnavailable(await refused)).toBe(true)
  expect(await keys()).toHaveLength(4)
  expect(disk).toHaveLength(1)
})

test('closing a database waits for the disk and refuses further writes', async () => {
  const closedDatabase = openDatabase('sqlite::memory:')
  await migrate(closedDatabase)
  const disk = await slowDisk()
  const lastWrite = write('a', 'b', closedDatabase)
  await expect.poll(() => disk.length).toBe(1)
  const closing = closedDatabase.close()
  const late = write('c', 'd', closedDatabase).catch((error: unknown) => error)
  expect(isUnavailable(await late)).toBe(true)
  disk[0]?.resolve()
  expect(await lastWrite).toBe('a')
  await closing
})
