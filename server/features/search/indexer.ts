import { inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOfRows, isPostgres } from '../../database/expressions.ts'
import { holdLock } from '../../database/named-lock.ts'
import { touchShardsInTurn } from '../../database/schema/distribution.ts'
import { LAST_ID } from '../../ids.ts'
import { documentsBefore, indexDocuments } from './document-index.ts'
import { fullTextOf } from './full-text.ts'
import { indexPeople } from './people-index.ts'

type Pace = { rows: number; batches: number }
// Writes wait for a transaction on SQLite; on PostgreSQL it takes a dozen round trips.
const PACES = { sqlite: { rows: 10, batches: 20 }, postgres: { rows: 50, batches: 8 } }
export const WITHOUT_PAUSE: Pace = { rows: 500, batches: Number.POSITIVE_INFINITY }

/** Increase it when the tokenizer changes: everything is then indexed again. */
const INDEX_VERSION = 7

export async function indexChanges(db: Database, pace: Pace = PACES[db.engine]): Promise<void> {
  if (await isIndexed(db.kysely)) return
  let remaining = pace.batches
  await inBatches(async () => {
    const { done } = await db.transaction((trx) => indexBatch(trx, pace.rows))
    return { done: done || --remaining === 0 }
  })
}

export async function isIndexed(db: Queryable): Promise<boolean> {
  if ((await readState(db))?.part !== 'done') return false
  const documents = await db.selectFrom('search_queue').select('id').limit(1).execute()
  const people = await db.selectFrom('search_people_queue').select('user_id').limit(1).execute()
  return documents.length + people.length === 0
}

export async function indexBatch(trx: Queryable, rows: number): Promise<{ done: boolean }> {
  await holdLock(trx, 'search')
  if (isPostgres(trx)) await touchShardsInTurn(trx)
  const state = await readState(trx)
  if (state?.part === 'done') return indexQueued(trx, rows)
  await (state ? indexOlder(trx, state, 5 * rows) : startIndexing(trx))
  return { done: false }
}

/** Dequeues before reading: an edit after that is queued again. */
async function indexQueued(trx: Queryable, limit: number): Promise<{ done: boolean }> {
  const queue = trx.selectFrom('search_queue').select(['post_id', 'id'])
  const documents = await queue.orderBy('id').limit(limit).execute()
  if (documents.length > 0) {
    const isTaken = isOneOfRows(trx, ['post_id', 'id'], documents)
    await trx.deleteFrom('search_queue').where(isTaken).execute()
    await indexDocuments(trx, documents, 'newest')
  }
  const queued = trx.selectFrom('search_people_queue').select('user_id').limit(limit)
  const taken = trx.deleteFrom('search_people_queue').where('user_id', 'in', queued).returning('user_id')
  const people = await taken.execute()
  await indexPeople(trx, people, 'newest')
  return { done: documents.length < limit && people.length < limit }
}

async function indexOlder(trx: Queryable, { part, before }: IndexState, limit: number): Promise<void> {
  const olderThan = before ?? LAST_ID
  if (part === 'documents') {
    const documents = await documentsBefore(trx, olderThan, limit)
    await indexDocuments(trx, documents, 'oldest')
    const last = documents.at(-1)
    await writeState(trx, last ? { part, before: last.id } : { part: 'people', before: null })
    return
  }
  const profiles = trx.selectFrom('profiles').select(['user_id', 'id']).where('id', '<', olderThan)
  const people = await profiles.orderBy('id', 'desc').limit(limit).execute()
  await indexPeople(trx, people, 'oldest')
  const last = people.at(-1)
  await writeState(trx, last ? { part, before: last.id } : INDEXED)
}

type IndexState = {
  part: 'documents' | 'people' | 'done'
  before: string | null
}

export const INDEXED: IndexState = { part: 'done', before: null }

async function readState(db: Queryable): Promise<IndexState | undefined> {
  const row = await db
    .selectFrom('search_state')
    .select('value')
    .where('name', '=', 'index')
    .executeTakeFirst()
  const state: (IndexState & { version: number }) | undefined = row && JSON.parse(row.value)
  return state?.version === INDEX_VERSION ? state : undefined
}

export async function writeState(trx: Queryable, state: IndexState): Promise<void> {
  const value = JSON.stringify({ version: INDEX_VERSION, ...state })
  await trx
    .insertInto('search_state')
    .values({ name: 'index', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** On PostgreSQL, searches wait for this transaction. */
async function startIndexing(trx: Queryable): Promise<void> {
  await fullTextOf(trx).clear(trx, 'search_documents')
  await fullTextOf(trx).clear(trx, 'search_people')
  await trx.deleteFrom('skills').execute()
  await writeState(trx, { part: 'documents', before: null })
}

export async function restartIndex(trx: Queryable): Promise<void> {
  await trx.deleteFrom('search_state').where('name', '=', 'index').execute()
}
