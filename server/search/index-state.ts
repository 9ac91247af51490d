import type { Queryable } from '../database/database.ts'
import { startBucket } from '../database/full-text-buckets.ts'
import { idAt, newId, timeOfId } from '../ids.ts'

/** Raise it when words are cut in another way: everything is indexed again then. */
const INDEX_VERSION = 5
const STATE = 'index'

// What was written in so many milliseconds before the start may still be queued, or yet to be committed.
const JUST_WRITTEN = 10_000

/** How far everything has been indexed. */
export type IndexState = {
  version: number
  part: 'entries' | 'people' | 'done'
  /** The id of the last post, comment or profile that was indexed. */
  after: string | null
  /** What is newer is indexed as it is queued; what is older and not indexed yet waits for its turn. */
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
  const since = idAt(Date.now() - JUST_WRITTEN)
  await startBucket(trx, 'search_entries', since)
  await startBucket(trx, 'search_people', since)
  return writeState(trx, { part: 'entries', after: null, since })
}

/** The last id that is indexed in the order of the ids. Everything that is written later is queued. */
export function lastInOrder({ since }: IndexState): string {
  return idAt(timeOfId(since) + JUST_WRITTEN + 1)
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
