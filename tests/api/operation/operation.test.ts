import { afterAll, beforeAll, expect, test } from 'vitest'
import { idAt, newId } from '../../../server/ids.ts'
import { PermanentFailure } from '../../../server/platform/jobs/jobs.ts'
import { until } from '../../../test-support/polling.ts'
import { insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let admin: Person
let moderator: Person
beforeAll(async () => {
  app = await startApp()
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
})
afterAll(() => app.stop())

const DAY = 86_400_000

test('the counts show the community and its last thirty days', async () => {
  const oldId = idAt(Date.now() - 40 * DAY)
  const recentId = idAt(Date.now() - 2 * DAY)
  const minute = 60_000
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, [oldId, recentId])
    const post = { user_id: oldId, text: 'Hello', like_count: 0, comment_count: 0 }
    const askedAt = [10, 5, 4, 1].map((days) => Date.now() - days * DAY)
    const posts = askedAt.map((at) => ({ ...post, id: idAt(at) }))
    await trx
      .insertInto('posts')
      .values([...posts, { ...post, id: idAt(Date.now() - 35 * DAY) }])
      .execute()
    await trx
      .insertInto('posts')
      .values({ ...post, id: idAt(Date.now() - 3 * DAY), hidden: 1 })
      .execute()
    // The first two are answered after 10 and 30 minutes; an author's own comment is no answer.
    const answers = [
      [0, recentId, 10],
      [0, recentId, 50],
      [1, oldId, 1],
      [1, recentId, 30],
      [2, oldId, 1],
    ] as const
    for (const [index, user_id, minutes] of answers) {
      const post_id = posts[index]?.id ?? ''
      const id = idAt((askedAt[index] ?? 0) + minutes * minute)
      await trx.insertInto('comments').values({ id, post_id, user_id, text: 'Hi' }).execute()
    }
  })
  const { status, body } = await moderator.get('/api/admin/figures')
  expect(status).toBe(200)
  expect(body).toMatchObject({ members: 4, active: 2, posts: 5, comments: 5, medianAnswerSeconds: 20 * 60 })
  expect(body.postsByDay).toHaveLength(30)
  expect(body.postsByDay.at(-1).date).toBe(new Date().toISOString().slice(0, 10))
  const total = (days: { count: number }[]) => days.reduce((sum, { count }) => sum + count, 0)
  expect(total(body.postsByDay)).toBe(4)
  expect(total(body.registrationsByDay)).toBe(3)
  // The counts are cached for some minutes.
  await moderator.write('One more')
  expect((await moderator.get('/api/admin/figures')).body).toEqual(body)
})

test('an admin sees which jobs were given up, and starts them over', async () => {
  let works = false
  const add = app.running.context.jobs.define('fragile', {
    atOnce: 1,
    async run() {
      if (!works) throw new PermanentFailure('It can never work')
    },
  })
  await app.db.transaction((trx) => add(trx, {}))
  const failed = async () => (await admin.get('/api/admin/jobs')).body
  await until(async () => (await failed()).length === 1)
  const [job] = await failed()
  expect(job).toEqual({
    _id: expect.any(String),
    kind: 'fragile',
    error: 'It can never work',
    attempts: 1,
    date: expect.any(String),
  })
  works = true
  expect((await admin.post(`/api/admin/jobs/${job._id}/retry`)).status).toBe(200)
  await until(async () => !(await app.db.kysely.selectFrom('jobs').select('id').executeTakeFirst()))
  expect(await failed()).toEqual([])
  for (const id of [job._id, newId(), 'x']) {
    const response = await admin.post(`/api/admin/jobs/${id}/retry`)
    expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'Job not found' }] } })
  }
})

test('the log is paged, newest first, and has who changed the site', async () => {
  for (const name of ['One', 'Two', 'Three']) await admin.put('/api/admin/site', { name })
  await admin.put('/api/admin/site', {})
  const first = await moderator.get('/api/admin/log?limit=2')
  expect(first.body).toMatchObject([
    { action: 'site', by: { _id: admin.id, name: admin.name }, to: null, details: 'name: Three' },
    { action: 'site', details: 'name: Two' },
  ])
  const next = nextOf(first) ?? ''
  expect((await moderator.get(next)).body[0]).toMatchObject({ details: 'name: One' })
})

test('members see neither counts, jobs nor the log', async () => {
  const member = await app.signUp()
  for (const path of ['log', 'figures', 'jobs', 'members']) {
    expect((await member.get(`/api/admin/${path}`)).status, path).toBe(403)
  }
  expect((await moderator.get('/api/admin/jobs')).status).toBe(403)
})
