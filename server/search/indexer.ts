import { inBatches } from '../database/batches.ts'
import type { Database, Queryable } from '../database/database.ts'
import { storeWords } from '../database/full-text.ts'
import { holdLock } from '../database/named-lock.ts'
import { byAuthor, ofQuestion, withTag } from './marked-words.ts'
import { indexPeople } from './people-index.ts'
import { cutText } from './words.ts'

const BATCH = 20
// A batch ends after so many characters, because cutting them keeps other requests waiting.
const MAX_CHARACTERS = 10_000
// How many batches a search indexes itself before it answers, so that it finds what was just written.
const BEFORE_SEARCH = 10

/** Indexes what is queued, in this process or another: one at a time, as they take the same lock. */
export class Indexer {
  readonly #db: Database
  #running: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Indexes at least what was queued before the call, unless that is a lot. */
  async catchUp(): Promise<void> {
    await this.#running
    if (await this.#isQueueEmpty()) return
    this.#running ??= this.#drain(BEFORE_SEARCH).finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** Indexes all that is queued. */
  async finish(signal: AbortSignal): Promise<void> {
    while (!(await this.#isQueueEmpty())) {
      signal.throwIfAborted()
      await this.#drain(BEFORE_SEARCH)
    }
  }

  async #isQueueEmpty(): Promise<boolean> {
    const { kysely } = this.#db
    const entry = await kysely.selectFrom('search_queue').select('id').limit(1).execute()
    if (entry.length > 0) return false
    return (await kysely.selectFrom('search_people_queue').select('user_id').limit(1).execute()).length === 0
  }

  async #drain(batches: number): Promise<void> {
    let left = batches
    await inBatches(async () => {
      const isEmpty = await this.#db.transaction(indexBatch)
      return { done: isEmpty || --left === 0 }
    })
  }
}

/** Returns whether the queue is empty now. */
async function indexBatch(trx: Queryable): Promise<boolean> {
  await holdLock(trx, 'search')
  const queued = await trx.selectFrom('search_queue').select(['post_id', 'id']).limit(BATCH).execute()
  let characters = 0
  let taken = 0
  for (const { post_id, id } of queued) {
    if (characters >= MAX_CHARACTERS) break
    // Before the text is read: an edit after that is queued again.
    await trx.deleteFrom('search_queue').where('post_id', '=', post_id).where('id', '=', id).execute()
    characters += await indexEntry(trx, post_id, id)
    taken++
  }
  if (taken < queued.length || taken === BATCH) return false
  return indexPeople(trx, BATCH, MAX_CHARACTERS - characters)
}

/** Returns the length of its text. */
async function indexEntry(trx: Queryable, postId: string, id: string): Promise<number> {
  const post = await trx
    .selectFrom('posts')
    .select(['user_id', 'text', 'tags', 'question'])
    .where('id', '=', postId)
    .executeTakeFirst()
  if (!post) return 0
  const isPost = id === postId
  const comment = isPost
    ? undefined
    : await trx
        .selectFrom('comments')
        .select(['user_id', 'text'])
        .where('post_id', '=', postId)
        .where('id', '=', id)
        .executeTakeFirst()
  if (!isPost && !comment) return 0
  const { user_id, text } = comment ?? post
  const tags: string[] = JSON.parse(post.tags)
  const words = new Set([...cutText(text)].map(({ word }) => word))
  const marked = [byAuthor(user_id), ofQuestion(post.question === 1), ...tags.map(withTag)]
  await storeWords(
    trx,
    'search_entries',
    { post_id: postId, id, comment_id: comment ? id : null, user_id },
    ['post_id', 'id'],
    [...words, ...marked],
  )
  return text.length
}
