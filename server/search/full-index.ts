import type { Context } from '../context.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { Indexer } from './indexer.ts'
import { queueComments, queueEntry } from './queue.ts'

/** Raise it when words are cut in another way: everything is indexed again then. */
const INDEX_VERSION = 2
const BATCH = 200
const STATE = 'index'

/** How far everything has been indexed; `after` is the last post, then the last person. */
type State = { version: number; part: 'posts' | 'people' | 'done'; after: string | null }

const START: State = { version: INDEX_VERSION, part: 'posts', after: null }

/** Has what is written indexed, and all that exists by a job, if it has not been yet. */
export function indexEverything({ db, jobs, upkeep }: Context, indexer: Indexer): void {
  const addJob = jobs.define<Record<string, never>>('index', {
    atOnce: 1,
    run: (_payload, { signal }) => indexAll(db, indexer, signal),
  })
  jobs.alsoDo(() => indexer.catchUp())
  upkeep.push(async () => {
    if ((await readState(db.kysely)).part === 'done') return
    const waiting = await db.kysely
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'index')
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    if (!waiting) await db.transaction((trx) => addJob(trx, {}))
  })
}

/** Goes on where it was interrupted. */
export async function indexAll(
  db: Database,
  indexer: Indexer,
  signal: AbortSignal,
  onProgress: (part: string, after: string) => void = () => {},
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const state = await readState(db.kysely)
    if (state.part === 'done') return
    const next = await db.transaction((trx) =>
      (state.part === 'posts' ? queuePosts : queuePeople)(trx, state),
    )
    await indexer.finish(signal)
    await db.transaction((trx) => writeState(trx, next))
    if (next.after) onProgress(next.part, next.after)
  }
}

/** Says that there is nothing left to index but what is queued. */
export async function markIndexed(trx: Queryable): Promise<void> {
  await writeState(trx, { ...START, part: 'done' })
}

/** Has everything indexed again. */
export async function restartIndex(trx: Queryable): Promise<void> {
  await writeState(trx, START)
}

async function queuePosts(trx: Queryable, { after }: State): Promise<State> {
  const rows = await trx
    .selectFrom('posts')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    for (const id of ids) await queueEntry(trx, id, id).execute()
    await queueComments(trx, ids)
  }
  const isLast = ids.length < BATCH
  return { ...START, part: isLast ? 'people' : 'posts', after: isLast ? null : (ids.at(-1) ?? null) }
}

async function queuePeople(trx: Queryable, { after }: State): Promise<State> {
  const rows = await trx
    .selectFrom('profiles')
    .select('user_id')
    .$if(after !== null, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(BATCH)
    .execute()
  if (rows.length > 0) {
    await trx
      .insertInto('search_people_queue')
      .values(rows)
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
  }
  const isLast = rows.length < BATCH
  return { ...START, part: isLast ? 'done' : 'people', after: isLast ? null : (rows.at(-1)?.user_id ?? null) }
}

async function readState(db: Queryable): Promise<State> {
  const row = await db.selectFrom('search_state').select('value').where('name', '=', STATE).executeTakeFirst()
  const state: State | undefined = row && JSON.parse(row.value)
  return state?.version === INDEX_VERSION ? state : START
}

async function writeState(trx: Queryable, state: State): Promise<void> {
  const value = JSON.stringify(state)
  await trx
    .insertInto('search_state')
    .values({ name: STATE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
