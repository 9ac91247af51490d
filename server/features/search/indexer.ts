import { setTimeout } from 'node:timers/promises'
import { inBatches } from '../../database/batches.ts'
import type { Database, Engine, Queryable } from '../../database/database.ts'
import { isOneOfEntries } from '../../database/expressions.ts'
import { queueEntries } from '../../platform/jobs/search-queue.ts'
import { type DocumentKey, indexDocuments, numbersOf } from './document-index.ts'
import { type IndexState, isLater, lockIndex, startIndexing } from './index-state.ts'
import { indexPeople } from './people-index.ts'

/** How much is indexed in one transaction. */
export type BatchSize = { rows: number; characters: number }

// On SQLite other writes wait for a batch. On PostgreSQL only searches do, and each batch takes a dozen round trips.
export const BATCHES: Record<Engine, BatchSize> = {
  sqlite: { rows: 20, characters: 5_000 },
  postgres: { rows: 100, characters: 25_000 },
}
// A profile may have thousands of characters.
const PEOPLE_AT_ONCE = 3
/** How many batches are indexed every second, so that members who write a lot do not wait for the index. */
const BATCHES_AT_ONCE: Record<Engine, number> = { sqlite: 20, postgres: 8 }
// However much was just written, a search does not wait longer for the index.
const MAX_WAIT = 100

/** Indexes what is queued, in this process or another: one at a time, as they take the same lock. */
export class Indexer {
  readonly #db: Database
  #running: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Indexes what was queued before the call, as far as that does not take long. */
  async catchUp(): Promise<void> {
    const timer = new AbortController()
    const indexing = this.#indexQueued()
    try {
      await Promise.race([indexing, setTimeout(MAX_WAIT, undefined, timer)])
    } finally {
      timer.abort()
      // If it fails later, the next search starts it again.
      indexing.catch(() => {})
    }
  }

  async #indexQueued(): Promise<void> {
    // What runs already may have passed what was queued last.
    await this.#running
    if (!(await this.#isQueueEmpty())) await this.indexSome()
  }

  /** Indexes some of what is queued. */
  indexSome(): Promise<void> {
    this.#running ??= this.#drain(BATCHES_AT_ONCE[this.#db.engine]).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Indexes all that is queued. */
  async finish(): Promise<void> {
    await this.#drain(Number.POSITIVE_INFINITY)
  }

  async #isQueueEmpty(): Promise<boolean> {
    const { kysely } = this.#db
    const document = await kysely.selectFrom('search_queue').select('id').limit(1).execute()
    if (document.length > 0) return false
    return (await kysely.selectFrom('search_people_queue').select('user_id').limit(1).execute()).length === 0
  }

  async #drain(batches: number): Promise<void> {
    if (await this.#isQueueEmpty()) return
    let left = batches
    await inBatches(async () => {
      const isEmpty = await this.#db.transaction((trx) => indexBatch(trx, BATCHES[this.#db.engine]))
      return { done: isEmpty || --left === 0 }
    })
  }
}

/** Returns whether the queue is empty now. */
async function indexBatch(trx: Queryable, { rows, characters }: BatchSize): Promise<boolean> {
  const state = await lockIndex(trx)
  if (!state) {
    await startIndexing(trx)
    return false
  }
  const queued = await takeQueued(trx, rows)
  const left = await indexDocuments(trx, await withoutLater(trx, queued, state), characters, 'newest')
  if (left.length > 0) await queueEntries(trx, left)
  if (left.length > 0 || queued.length === rows) return false
  const people = await trx
    .deleteFrom('search_people_queue')
    .where('user_id', 'in', (query) =>
      query.selectFrom('search_people_queue').select('user_id').limit(PEOPLE_AT_ONCE),
    )
    .returning('user_id')
    .execute()
  const ids = people.map(({ user_id }) => user_id)
  await indexPeople(trx, ids, 'newest', (id) => isLater(state, 'people', id))
  return people.length < PEOPLE_AT_ONCE
}

/** Takes the oldest off the queue before their texts are read: an edit after that is queued again. */
async function takeQueued(trx: Queryable, limit: number): Promise<DocumentKey[]> {
  const queued = await trx
    .selectFrom('search_queue')
    .select(['post_id', 'id'])
    .orderBy('id')
    .limit(limit)
    .execute()
  if (queued.length > 0) await trx.deleteFrom('search_queue').where(isOneOfEntries(trx, queued)).execute()
  return queued
}

/** Without those that are not indexed yet and that indexing everything has yet to reach. */
async function withoutLater(trx: Queryable, keys: DocumentKey[], state: IndexState): Promise<DocumentKey[]> {
  const later = keys.filter(({ id }) => isLater(state, 'documents', id))
  if (later.length === 0) return keys
  const numbers = await numbersOf(trx, later)
  return keys.filter((key) => numbers.has(key.id) || !later.includes(key))
}
