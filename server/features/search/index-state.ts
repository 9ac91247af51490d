import type { Queryable } from '../../database/database.ts'
import { fullTextOf } from './full-text.ts'

/** Raise it when texts are tokenized in another way: everything is indexed again then. */
const INDEX_VERSION = 7
const STATE = 'index'

/** How far everything has been indexed: posts and comments first, then people, each from the newest to the oldest. */
export type IndexState = {
  part: 'documents' | 'people' | 'done'
  /** The id of the last post, comment or profile that was indexed; older ones follow. */
  before: string | null
}

/** Nothing is left to index but what is queued. */
export const INDEXED: IndexState = { part: 'done', before: null }

/** Undefined if indexing everything has to start. */
export async function readState(db: Queryable): Promise<IndexState | undefined> {
  const row = await db.selectFrom('search_state').select('value').where('name', '=', STATE).executeTakeFirst()
  const state: (IndexState & { version: number }) | undefined = row && JSON.parse(row.value)
  return state?.version === INDEX_VERSION ? state : undefined
}

export async function writeState(trx: Queryable, state: IndexState): Promise<void> {
  const value = JSON.stringify({ version: INDEX_VERSION, ...state })
  await trx
    .insertInto('search_state')
    .values({ name: STATE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** On PostgreSQL, searches wait for the end of this transaction. */
export async function startIndexing(trx: Queryable): Promise<void> {
  await fullTextOf(trx).clear(trx, 'search_documents')
  await fullTextOf(trx).clear(trx, 'search_people')
  await trx.deleteFrom('skills').execute()
  await writeState(trx, { part: 'documents', before: null })
}

/** Starts indexing everything again. */
export async function restartIndex(trx: Queryable): Promise<void> {
  await trx.deleteFrom('search_state').where('name', '=', STATE).execute()
}
