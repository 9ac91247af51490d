import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { documentsBefore, indexDocuments } from './document-index.ts'
import { type IndexState, isIndexed, lockIndex, startIndexing, writeState } from './index-state.ts'
import { BATCHES, type BatchSize, type Indexer } from './indexer.ts'
import { indexPeople } from './people-index.ts'

/** Indexes what is written, every second. A job indexes what existed before. */
export function indexEverything({ db, jobs, upkeep }: Context, indexer: Indexer): void {
  const addJob = jobs.define<Record<string, never>>('index', {
    atOnce: 1,
    run: (_payload, { signal }) => indexAll(db, signal),
  })
  jobs.alsoDo(() => indexer.indexSome())
  upkeep.push(async () => {
    if (await isIndexed(db.kysely)) return
    const waiting = await db.kysely
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'index')
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (!waiting) await db.transaction((trx) => addJob(trx, {}))
  })
}

type Options = { batch?: BatchSize; onProgress?(state: IndexState): void }

/** Goes on where it was interrupted: what was indexed and how far it has come are committed together. */
export async function indexAll(
  db: Database,
  signal: AbortSignal,
  { batch = BATCHES.sqlite, onProgress }: Options = {},
): Promise<void> {
  await inBatches(async () => {
    signal.throwIfAborted()
    const state = await db.transaction((trx) => indexNext(trx, batch))
    onProgress?.(state)
    return { done: state.part === 'done' }
  })
}

async function indexNext(trx: Queryable, batch: BatchSize): Promise<IndexState> {
  const state = await lockIndex(trx)
  if (!state) return startIndexing(trx)
  if (state.part === 'documents') {
    const keys = await documentsBefore(trx, state.before, batch.rows)
    const left = await indexDocuments(trx, keys, batch.characters, 'oldest')
    const last = keys.at(keys.length - left.length - 1)
    return writeState(trx, last ? { ...state, before: last.id } : { part: 'people', before: null })
  }
  if (state.part === 'people') {
    const people = await peopleBefore(trx, state.before, batch.rows)
    await indexPeople(
      trx,
      people.map(({ user_id }) => user_id),
      'oldest',
    )
    const last = people.at(-1)
    return writeState(trx, last ? { ...state, before: last.id } : { part: 'done', before: null })
  }
  return state
}

function peopleBefore(trx: Queryable, before: string | null, limit: number) {
  return trx
    .selectFrom('profiles')
    .select(['user_id', 'id'])
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
