import { setTimeout } from 'node:timers/promises'
import { inBatches } from '../database/batches.ts'
import type { Database, Engine, Queryable } from '../database/database.ts'
import { isOneOfEntries } from '../database/expressions.ts'
import { findStored } from '../database/full-text.ts'
import { holdLock } from '../database/named-lock.ts'
import { queueEntries } from '../search-index/queue.ts'
import { type BatchSize, type EntryKey, indexEntries } from './entry-index.ts'
import { beginIndexing, hasYetToCome, type IndexState } from './index-state.ts'
import { indexPeople } from './people-index.ts'

export const BESIDE_REQUESTS: BatchSize = { rows: 20, characters: 5_000 }
// A profile may have thousands of characters.
const PEOPLE_AT_ONCE = 3

type Pace = {
  batch: BatchSize
  /**
   * How many batches a search indexes itself before it answers, so that it finds what was just written: a hundred of the
   * longest posts, each of which is a batch on SQLite, and as many that were moved there to make room for them.
   */
  beforeSearch: number
  /** How many are indexed every second without a search, so that members who write a lot do not wait for it. */
  eachSecond: number
}

// On SQLite other writes wait for a batch. On PostgreSQL only searches do, which need it, and each batch takes a dozen
// round trips: batches of 20 sent as many queries as the writes themselves.
const PACE: Record<Engine, Pace> = {
  sqlite: { batch: BESIDE_REQUESTS, beforeSearch: 200, eachSecond: 20 },
  postgres: { batch: { rows: 100, characters: 25_000 }, beforeSearch: 100, eachSecond: 8 },
}

// What is written must be found within a second.
const MAX_BEHIND = 300
const USUALLY_BEHIND = 100
// However much was just written, a search does not wait longer for the index.
const MAX_WAIT = 100

/** Indexes what is queued, in this process or another: one at a time, as they take the same lock. */
export class Indexer {
  readonly #db: Database
  readonly #pace: Pace
  #running: Promise<boolean> | undefined
  #besideSearches: Promise<void> | undefined
  /** What was queued before this moment is indexed, as a search found out. */
  #indexedUntil = Number.NEGATIVE_INFINITY

  constructor(db: Database) {
    this.#db = db
    this.#pace = PACE[db.engine]
  }

  /**
   * Indexes what was queued before the call, and waits for it, but not for long. While people search all the time, it is
   * done alongside their searches instead, which may be behind by a moment.
   */
  async catchUp(): Promise<void> {
    const behind = performance.now() - this.#indexedUntil
    if (behind > MAX_BEHIND) await this.#waitFor(this.#catchUpNow())
    else if (behind > USUALLY_BEHIND) this.#besideSearches ??= this.#catchUpBesideSearches()
  }

  async #waitFor(indexing: Promise<void>): Promise<void> {
    const timer = new AbortController()
    try {
      await Promise.race([indexing, setTimeout(MAX_WAIT, undefined, timer)])
    } finally {
      timer.abort()
      // If it fails later, the next search starts it again.
      indexing.catch(() => {})
    }
  }

  async #catchUpBesideSearches(): Promise<void> {
    try {
      await this.#catchUpNow()
    } catch {
      // A search will soon have to wait for it, and fails too.
    } finally {
      this.#besideSearches = undefined
    }
  }

  async #catchUpNow(): Promise<void> {
    const began = performance.now()
    if (await this.#index(this.#pace.beforeSearch)) this.#indexedUntil = Math.max(this.#indexedUntil, began)
  }

  /** Indexes some of what is queued. */
  async indexSome(): Promise<void> {
    await this.#index(this.#pace.eachSecond)
  }

  /** Returns whether it came to the end of the queue. */
  async #index(batches: number): Promise<boolean> {
    await this.#running
    if (await this.#isQueueEmpty()) return true
    this.#running ??= this.#drain(batches).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Indexes all that is queued. */
  async finish(signal: AbortSignal): Promise<void> {
    while (!(await this.#isQueueEmpty())) {
      signal.throwIfAborted()
      await this.#drain(this.#pace.beforeSearch)
    }
  }

  async #isQueueEmpty(): Promise<boolean> {
    const { kysely } = this.#db
    const entry = await kysely.selectFrom('search_queue').select('id').limit(1).execute()
    if (entry.length > 0) return false
    return (await kysely.selectFrom('search_people_queue').select('user_id').limit(1).execute()).length === 0
  }

  async #drain(batches: number): Promise<boolean> {
    let left = batches
    let isEmpty = false
    await inBatches(async () => {
      isEmpty = await this.#db.transaction((trx) => indexQueued(trx, this.#pace.batch))
      return { done: isEmpty || --left === 0 }
    })
    return isEmpty
  }
}

/** Returns whether the queue is empty now. */
async function indexQueued(trx: Queryable, batch: BatchSize): Promise<boolean> {
  await holdLock(trx, 'search')
  const state = await beginIndexing(trx)
  const since = state.part === 'done' ? undefined : state.since
  const queued = await takeQueued(trx, batch.rows)
  const left = await indexEntries(trx, await notLater(trx, queued, state), batch.characters, since)
  if (left.length > 0) await queueEntries(trx, left)
  if (left.length > 0 || queued.length === batch.rows) return false
  const people = await trx
    .deleteFrom('search_people_queue')
    .where('user_id', 'in', (query) =>
      query.selectFrom('search_people_queue').select('user_id').limit(PEOPLE_AT_ONCE),
    )
    .returning('user_id')
    .execute()
  await indexPeople(
    trx,
    people.map(({ user_id }) => user_id),
    since,
    (id) => hasYetToCome(state, 'people', id),
  )
  return people.length < PEOPLE_AT_ONCE
}

/** Takes them off the queue before their texts are read: an edit after that is queued again. */
async function takeQueued(trx: Queryable, limit: number): Promise<EntryKey[]> {
  const queued = await trx.selectFrom('search_queue').select(['post_id', 'id']).limit(limit).execute()
  if (queued.length > 0) await trx.deleteFrom('search_queue').where(isOneOfEntries(trx, queued)).execute()
  return queued
}

/** Without those that are not indexed yet and that indexing everything has yet to come to. */
async function notLater(trx: Queryable, keys: EntryKey[], state: IndexState): Promise<EntryKey[]> {
  const isLater = ({ id }: EntryKey) => hasYetToCome(state, 'entries', id)
  const later = keys.filter(isLater)
  if (later.length === 0) return keys
  const known = await findStored(trx, later)
  return keys.filter((key) => known.has(key.id) || !isLater(key))
}
