import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { changeRole } from '../../server/features/accounts/roles.ts'
import { RENDER_VERSION } from '../../server/features/markdown/renderer.ts'
import { newId } from '../../server/ids.ts'
import { bulkInsert } from '../../test-support/bulk-insert.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { startReadyServer, temporaryFolder } from './server-process.ts'
import { stallWrites } from './stalled-writes.ts'

const COUNT = 5_000

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test.each([
  ['SQLite', async () => `sqlite:${join(temporaryFolder(), 'suspension.db')}`],
  ['PostgreSQL', () => createDatabase(postgres.url)],
])(
  'on %s, a kill in the middle of a suspension or of its end leaves no post or comment behind',
  async (_, urlOf) => {
    const environment = { DATABASE_URL: await urlOf(), RATE_LIMIT: 'off' }
    let server = await startReadyServer(environment)
    const account = async (name: string) => {
      const token = await server.register(name)
      return { token, id: ((await server.call('GET', '/api/auth', token)).body as { _id: string })._id }
    }
    const moderator = await account('moderator')
    const troll = await account('troll')
    const db = openDatabase(environment.DATABASE_URL)
    onTestFinished(() => db.close())
    await db.transaction((trx) => changeRole(trx, moderator.id, 'moderator'))
    const post = await insertContent(db, moderator.id, troll.id)

    for (const method of ['PUT', 'DELETE']) {
      const path = `/api/admin/suspensions/${troll.id}`
      const stalled = await stallWrites(db, 'comments')
      const response = server.call(
        method,
        path,
        moderator.token,
        method === 'PUT' ? { reason: 'Spam' } : undefined,
      )
      const isAborted = response.then(
        () => false,
        () => true,
      )
      // Posts change before comments.
      await expect.poll(() => countHidden(db)).toBe(COUNT)
      await server.end('SIGKILL')
      expect(await isAborted).toBe(true)
      expect(await countHidden(db)).toBe(COUNT)
      await stalled.end()

      // Otherwise the jobs are due in five seconds.
      await db.transaction((trx) => trx.updateTable('jobs').set({ run_at: 0 }).execute())
      server = await startReadyServer(environment)
      const expected = method === 'PUT' ? 2 * COUNT : 0
      await expect.poll(() => countHidden(db), { timeout: 60_000 }).toBe(expected)
      const { body } = await server.call('GET', `/api/posts/${post}`, moderator.token)
      expect(body).toMatchObject({ commentCount: COUNT - expected / 2 })
      expect(await countNotifications(db)).toBe(2 * COUNT - expected)
      // A job that still runs in the next round would change comments before posts.
      await expect.poll(() => countJobs(db)).toBe(0)
    }
  },
)

async function insertContent(db: Database, moderator: string, troll: string): Promise<string> {
  const post = newId()
  const columns = { text: 'Spam', html: '<p>Spam</p>', render_version: RENDER_VERSION }
  const ids = Array.from({ length: COUNT }, () => newId())
  await db.transaction(async (trx) => {
    const counts = { like_count: 0, comment_count: 0 }
    await bulkInsert(db.engine, trx, 'posts', [
      { id: post, user_id: moderator, ...columns, ...counts, comment_count: COUNT },
      ...ids.map((id) => ({ id, user_id: troll, ...columns, ...counts })),
    ])
    const comments = ids.map((id) => ({ id, post_id: post, user_id: troll, ...columns }))
    await bulkInsert(db.engine, trx, 'comments', comments)
    const shared = { user_id: moderator, kind: 'mention', count: 1 }
    const mentions = [
      ...ids.map((id) => ({ id: newId(), subject_id: id, post_id: id, comment_id: null })),
      ...ids.map((id) => ({ id: newId(), subject_id: newId(), post_id: post, comment_id: id })),
    ].map((mention) => ({ ...shared, ...mention, position: mention.id }))
    await bulkInsert(db.engine, trx, 'notifications', mentions)
    const events = mentions.map(({ user_id, kind, id, subject_id, comment_id }) => ({
      user_id,
      kind,
      notification_id: id,
      id,
      subject_id,
      comment_id,
      actor_id: troll,
    }))
    await bulkInsert(db.engine, trx, 'notification_events', events)
  })
  return post
}

async function countHidden({ kysely }: Database): Promise<number> {
  let hidden = 0
  for (const table of ['posts', 'comments'] as const) {
    const { count } = await kysely
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('hidden', '!=', 0)
      .executeTakeFirstOrThrow()
    hidden += Number(count)
  }
  return hidden
}

async function countJobs({ kysely }: Database): Promise<number> {
  return (await kysely.selectFrom('jobs').select('id').execute()).length
}

async function countNotifications({ kysely }: Database): Promise<number> {
  const { count } = await kysely
    .selectFrom('notifications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('hidden', '=', 0)
    .where('count', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}
