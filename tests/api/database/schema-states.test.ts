import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/database/database.ts'
import type { Migration } from '../../../server/database/schema/create-table.ts'
import { MIGRATIONS, migrate } from '../../../server/database/schema/migrate.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { newDatabase } from '../../app.ts'
import * as search from '../../fixtures/dropped-steps/020-search.ts'
import * as searchBuckets from '../../fixtures/dropped-steps/024-search-buckets.ts'
import * as smallerSearch from '../../fixtures/dropped-steps/025-smaller-search.ts'
import * as tagChanges from '../../fixtures/dropped-steps/026-tag-changes.ts'
import * as pendingWords from '../../fixtures/dropped-steps/027-pending-words.ts'
import * as frequentWords from '../../fixtures/dropped-steps/028-frequent-words.ts'
import * as frequencyOfWords from '../../fixtures/dropped-steps/029-frequency-of-words.ts'
import * as rowsOfFrequentWords from '../../fixtures/dropped-steps/030-rows-of-frequent-words.ts'
import { schemaOf } from '../../fixtures/schema.ts'

const DROPPED: Migration[] = [
  ...[search, searchBuckets, smallerSearch, tagChanges],
  ...[pendingWords, frequentWords, frequencyOfWords, rowsOfFrequentWords],
]

/** All recorded steps in their original form and order. */
const ALL: Migration[] = [
  ...MIGRATIONS.filter(({ name }) => !DROPPED.some((dropped) => dropped.name === name)),
  ...DROPPED,
].sort((one, other) => (one.name < other.name ? -1 : 1))

// The schemas that differ most; LONG=1 tests all of them.
const STATES = /^(?:002|012|020|024|025|026|028|031|034)/
const states = ALL.map(({ name }) => name).filter((name) => LONG || STATES.test(name))

let fresh: string[]
beforeAll(async () => {
  fresh = await withDatabase(async (db) => {
    await migrate(db)
    return schemaOf(db)
  })
})
afterAll(() => {
  expect(fresh.some((line) => line.includes('search_documents'))).toBe(true)
})

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { url, drop } = await newDatabase({ blank: true })
  const db = openDatabase(url, { timeout: 0 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await drop()
  }
}

test('a new database never has the index of version 0.2', () => {
  expect(fresh.filter((line) => /search_entries|search_buckets|tag_changes/.test(line))).toEqual([])
})

test.each(states)('a database with the steps up to %s gets the same schema', async (last) => {
  const schema = await withDatabase(async (db) => {
    await db.transaction(async (trx) => {
      await sql`create table migrations (name text primary key, at bigint not null)`.execute(trx)
      for (const { name, up } of ALL.filter((step) => step.name <= last)) {
        await up(trx as unknown as Kysely<unknown>, db.engine)
        await trx.insertInto('migrations').values({ name, at: 0 }).execute()
      }
    })
    await migrate(db)
    return schemaOf(db)
  })
  expect(schema).toEqual(fresh)
})
