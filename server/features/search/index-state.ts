import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { holdLock } from '../../database/named-lock.ts'
import { touchShardsInTurn } from '../../database/schema/distribution.ts'
import { fullTextOf } from './full-text.ts'

/** Raise it when texts are tokenized in another way: everything is indexed again then. */
const INDEX_VERSION = 6
const STATE = 'index'

/** How far everything has been indexed: posts and comments first, then people, each from the newest to the oldest. */
export type IndexState = {
  version: number
  part: 'documents' | 'people' | 'done'
  /** The id of the last post, comment or profile that was indexed; what is older waits for its turn. */
  before: string | null
}

async function storedState(db: Queryable): Promise<IndexState | undefined> {
  const row = await db.selectFrom('search_state').select('value').where('name', '=', STATE).executeTakeFirst()
  const state: IndexState | undefined = row && JSON.parse(row.value)
  return state?.version === INDEX_VERSION ? state : undefined
}

export async function isIndexed(db: Queryable): Promise<boolean> {
  return (await storedState(db))?.part === 'done'
}

/** Keeps others from indexing until the transaction ends. The state is undefined if indexing everything has to start. */
export async function lockIndex(trx: Queryable): Promise<IndexState | undefined> {
  await holdLock(trx, 'search')
  // It may have to create a partition.
  if (isPostgres(trx)) await touchShardsInTurn(trx)
  return storedState(trx)
}

/** Empties the index. Searches wait for the end of this transaction. */
export async function startIndexing(trx: Queryable): Promise<IndexState> {
  await fullTextOf(trx).clear(trx, 'search_documents')
  await fullTextOf(trx).clear(trx, 'search_people')
  await trx.deleteFrom('skills').execute()
  return writeState(trx, { part: 'documents', before: null })
}

export async function writeState(trx: Queryable, state: Omit<IndexState, 'version'>): Promise<IndexState> {
  const written = { version: INDEX_VERSION, ...state }
  const value = JSON.stringify(written)
  await trx
    .insertInto('search_state')
    .values({ name: STATE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  return written
}

/** Whether indexing everything has yet to reach an id. */
export function isLater({ part, before }: IndexState, of: 'documents' | 'people', id: string): boolean {
  if (part === 'done') return false
  return part === of ? before === null || id < before : of === 'people'
}

/** Says that there is nothing left to index but what is queued. */
export async function markIndexed(trx: Queryable): Promise<void> {
  await writeState(trx, { part: 'done', before: null })
}

/** Has everything indexed again. */
export async function restartIndex(trx: Queryable): Promise<void> {
  await trx.deleteFrom('search_state').where('name', '=', STATE).execute()
}
