import type { Queryable } from '../database/database.ts'
import { startBucket } from '../database/full-text-buckets.ts'
import { newId } from '../ids.ts'

/** Raise it when words are cut in another way: everything is indexed again then. */
const INDEX_VERSION = 5
const STATE = 'index'

/** How far everything has been indexed. */
export type IndexState = {
  version: number
  part: 'entries' | 'people' | 'done'
  /** The id of the last post, comment or profile that was indexed. */
  after: string | null
  /** Everything up to this id is indexed in its order; what is newer is queued as it is written. */
  since: string
}

/** The state, or undefined if indexing everything has yet to begin. */
export async function readState(db: Queryable): Promise<IndexState | undefined> {
  const row = await db.selectFrom('search_state').select('value').where('name', '=', STATE).executeTakeFirst()
  const state: IndexState | undefined = row && JSON.parse(row.value)
  return state?.version === INDEX_VERSION ? state : undefined
}

/** The state, after indexing everything has begun. The caller holds the lock of the search. */
export async function beginIndexing(trx: Queryable): Promise<IndexState> {
  const state = await readState(trx)
  if (state) return state
  const since = newId()
  await startBucket(trx, 'search_entries', since)
  await startBucket(trx, 'search_people', since)
  return writeState(trx, { part: 'entries', after: null, since })
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

/** Whether indexing everything has yet to come to an id: it goes by their order. */
export function hasYetToCome(
  { part, after, since }: IndexState,
  of: 'entries' | 'people',
  id: string,
): boolean {
  if (part === 'done' || id > since) return false
  return part === of ? id > (after ?? '') : of === 'people'
}

/** Says that there is nothing left to index but what is queued. */
export async function markIndexed(trx: Queryable): Promise<void> {
  await writeState(trx, { part: 'done', after: null, since: newId() })
}

/** Has everything indexed again. */
export async function restartIndex(trx: Queryable): Promise<void> {
  await trx.deleteFrom('search_state').where('name', '=', STATE).execute()
}
