import type { Context } from '../context.ts'
import { inBatches } from '../database/batches.ts'
import type { Database, Queryable } from '../database/database.ts'
import { findBucketsToSumUp } from '../database/full-text-frequent.ts'
import { hasManySegments, mergeSegments } from '../database/full-text-sqlite-merge.ts'
import { holdLock } from '../database/named-lock.ts'
import { entriesAfter } from './entries-after.ts'
import { type BatchSize, indexEntries } from './entry-index.ts'
import { sumUpBuckets } from './frequent-words.ts'
import { beginIndexing, type IndexState, lastInOrder, readState, writeState } from './index-state.ts'
import { BESIDE_REQUESTS, type Indexer } from './indexer.ts'
import { indexPeople } from './people-index.ts'

/** Indexes what is written. Jobs index what existed before, and keep the index fast. */
export function indexEverything({ db, jobs, upkeep }: Context, indexer: Indexer): void {
  const addIndexing = jobs.define<Record<string, never>>('index', {
    atOnce: 1,
    run: (_payload, { signal }) => indexAll(db, signal),
  })
  const addTidying = jobs.define<Record<string, never>>('tidy-index', {
    atOnce: 1,
    run: (_payload, { signal }) => tidyIndex(db, signal),
  })
  jobs.alsoDo(() => indexer.indexSome())
  upkeep.push(async () => {
    const isIndexed = (await readState(db.kysely))?.part === 'done'
    if (isIndexed && !(await isUntidy(db.kysely))) return
    const waiting = await db.kysely
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', isIndexed ? 'tidy-index' : 'index')
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (!waiting) await db.transaction((trx) => (isIndexed ? addTidying : addIndexing)(trx, {}))
  })
}

async function isUntidy(db: Queryable): Promise<boolean> {
  return (await findBucketsToSumUp(db)).length > 0 || hasManySegments(db)
}

/** Does what makes searches faster, but is too much to be done with each write. */
export async function tidyIndex(db: Database, signal: AbortSignal): Promise<void> {
  await sumUpBuckets(db, signal)
  if (await hasManySegments(db.kysely)) await mergeSegments(db, signal)
}

type Options = { batch?: BatchSize; onProgress?(state: IndexState): void }

/** Goes on where it was interrupted: what was indexed and how far it has come are committed together. */
export async function indexAll(
  db: Database,
  signal: AbortSignal,
  { batch = BESIDE_REQUESTS, onProgress }: Options = {},
): Promise<void> {
  await inBatches(async () => {
    signal.throwIfAborted()
    const state = await db.transaction((trx) => indexNext(trx, batch))
    onProgress?.(state)
    return { done: state.part === 'done' }
  })
}

async function indexNext(trx: Queryable, batch: BatchSize): Promise<IndexState> {
  await holdLock(trx, 'search')
  const state = await beginIndexing(trx)
  if (state.part === 'entries') {
    // In the order of their ids, so that each is stored after the one before.
    const keys = await entriesAfter(trx, { after: state.after, last: lastInOrder(state) }, batch.rows)
    const left = await indexEntries(trx, keys, batch.characters, undefined)
    const last = keys.at(keys.length - left.length - 1)
    return writeState(trx, last ? { ...state, after: last.id } : { ...state, part: 'people', after: null })
  }
  if (state.part === 'people') {
    const people = await peopleAfter(trx, state, batch.rows)
    const ids = people.map(({ user_id }) => user_id)
    await indexPeople(trx, ids, undefined)
    const last = people.at(-1)
    return writeState(trx, last ? { ...state, after: last.id } : { ...state, part: 'done', after: null })
  }
  return state
}

function peopleAfter(trx: Queryable, state: IndexState, limit: number) {
  const { after } = state
  return trx
    .selectFrom('profiles')
    .select(['user_id', 'id'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .where('id', '<=', lastInOrder(state))
    .orderBy('id')
    .limit(limit)
    .execute()
}
