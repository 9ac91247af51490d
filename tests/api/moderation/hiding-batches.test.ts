import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BATCH } from '../../../server/database/batches.ts'
import type { Queryable } from '../../../server/database/database.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, insertCrowd, type Person, startApp, type TestApp } from '../../app.ts'

const MANY = 5 * BATCH
// On PostgreSQL, a batch of the job may be committed at the same time.
const MOST = 2 * BATCH

let app: TestApp
let author: Person
let moderator: Person
let post: string
beforeAll(async () => {
  app = await startApp()
  author = await app.signUp()
  moderator = await app.signUpAs('moderator')
  post = await author.write('Thousands talk about this #before')
  const crowd = Array.from({ length: MANY }, newId)
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, crowd)
    const about = { kind: 'reply', subject_id: post, post_id: post, count: 1 } as const
    const notifications = crowd.map((user_id) => ({ user_id, id: newId(), position: newId(), ...about }))
    await trx.insertInto('notifications').values(notifications).execute()
    const comments = crowd.map((user_id) => ({ id: newId(), post_id: post, user_id, text: 'Bandicoots' }))
    await trx.insertInto('comments').values(comments).execute()
  })
})
afterAll(() => app.stop())

type Count = (db: Queryable) => Promise<number>

const hiddenNotifications: Count = async (db) => {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('post_id', '=', post)
    .where('hidden', '=', 1)
    .execute()
  return rows.length
}

const queuedDocuments: Count = async (db) =>
  (await db.selectFrom('search_queue').select('id').where('post_id', '=', post).execute()).length

function watch(count: Count): () => number {
  const { transaction } = app.db
  onTestFinished(() => {
    app.db.transaction = transaction
  })
  let most = 0
  app.db.transaction = (work) =>
    transaction(async (trx) => {
      const before = await count(trx)
      const result = await work(trx)
      most = Math.max(most, Math.abs((await count(trx)) - before))
      return result
    })
  return () => most
}

/** Later transactions fail, as if the process had been killed after the first batch. */
async function killedAfterOneBatch(call: () => Promise<ApiResponse>): Promise<void> {
  const { transaction } = app.db
  let isKilled = false
  app.db.transaction = (work) => {
    if (isKilled) throw new Error('Killed')
    return transaction(async (trx) => {
      const before = await hiddenNotifications(trx)
      const result = await work(trx)
      isKilled = (await hiddenNotifications(trx)) !== before
      return result
    })
  }
  try {
    expect((await call()).status).toBe(500)
  } finally {
    app.db.transaction = transaction
  }
}

test('removing and returning a post changes its notifications in batches, and all of them before the response', async () => {
  const most = watch(hiddenNotifications)
  const removed = await moderator.post('/api/admin/removals', { post, reason: 'Too popular' })
  expect(removed.status).toBe(200)
  expect(await hiddenNotifications(app.db.kysely)).toBe(MANY)
  expect((await moderator.delete(`/api/admin/removals/${removed.body._id}`)).status).toBe(200)
  expect(await hiddenNotifications(app.db.kysely)).toBe(0)
  expect(most()).toBeLessThanOrEqual(MOST)
})

test('deleting and restoring a post changes its notifications in batches, and all of them before the response', async () => {
  const most = watch(hiddenNotifications)
  expect((await author.delete(`/api/posts/${post}`)).status).toBe(200)
  expect(await hiddenNotifications(app.db.kysely)).toBe(MANY)
  expect((await author.post(`/api/posts/${post}/restore`)).status).toBe(200)
  expect(await hiddenNotifications(app.db.kysely)).toBe(0)
  expect(most()).toBeLessThanOrEqual(MOST)
})

test('if the process is killed after the first batch, a job changes the other notifications', async () => {
  await killedAfterOneBatch(() => moderator.post('/api/admin/removals', { post, reason: 'Too popular' }))
  await expect.poll(() => hiddenNotifications(app.db.kysely)).toBe(MANY)
  const [removal] = (await moderator.get('/api/admin/removals')).body
  await killedAfterOneBatch(() => moderator.delete(`/api/admin/removals/${removal._id}`))
  await expect.poll(() => hiddenNotifications(app.db.kysely)).toBe(0)
})

test('new tags of a post queue its comments for the search in batches', async () => {
  const most = watch(queuedDocuments)
  await author.put(`/api/posts/${post}`, { text: 'Thousands talk about this #after' })
  const matchCount = async () => (await author.get('/api/search/counts?q=bandicoots&tag=after')).body.count
  await expect.poll(matchCount).toBe(MANY)
  await expect.poll(() => queuedDocuments(app.db.kysely)).toBe(0)
  expect(most()).toBeLessThanOrEqual(BATCH)
})
