import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleEntries } from '../../server/moderation/hiding.ts'
import { type Answer, type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let other: TestApp
let moderator: Person
let crowd: Person[]
let posts: string[]
beforeAll(async () => {
  app = await startApp()
  other = await app.another()
  moderator = await app.signUpAs('moderator')
  crowd = await Promise.all(Array.from({ length: 8 }, (_, n) => app.signUp(`Person ${n}`)))
  posts = await Promise.all(crowd.slice(0, 4).map((person) => person.write('Talk')))
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

/** The same numbers in every run. */
let seed = 20_261_115
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const pick = <T>(list: T[]): T => list[random(list.length)] as T

async function expectExactCounts(): Promise<void> {
  const { kysely } = app.db
  const rows = await kysely.selectFrom('posts').select(['id', 'like_count', 'comment_count']).execute()
  const comments = await kysely.selectFrom('comments').select(['post_id', 'hidden']).execute()
  const likes = await kysely.selectFrom('likes').select('post_id').execute()
  for (const { id, like_count, comment_count } of rows) {
    const shown = comments.filter(({ post_id, hidden }) => post_id === id && hidden === 0).length
    expect([like_count, comment_count]).toEqual([likes.filter(({ post_id }) => post_id === id).length, shown])
  }
}

test('counts stay exact while people write, delete, are suspended and leave, and entries are removed', async () => {
  const removals: string[] = []
  const comments: { post: string; id: string; by: Person }[] = []
  const leaver = await app.signUp('Leaver')
  const everyone = [...crowd, leaver]

  const acts: (() => Promise<Answer | undefined>)[] = [
    () => pick(everyone).put(`/api/posts/like/${pick(posts)}`),
    () => pick(everyone).put(`/api/posts/unlike/${pick(posts)}`),
    async () => {
      const [by, post] = [pick(everyone), pick(posts)]
      const answer = await by.post(`/api/posts/comment/${post}`, { text: 'x' })
      if (answer.status === 200 && answer.body[0]) comments.push({ post, id: answer.body[0]._id, by })
      return answer
    },
    async () => {
      const { post, id, by } = comments.length > 0 ? pick(comments) : { post: 'x', id: 'x', by: pick(crowd) }
      return by.delete(`/api/posts/comment/${post}/${id}`)
    },
    async () => {
      const subject =
        comments.length > 0 && random(3) > 0 ? { comment: pick(comments).id } : { post: pick(posts) }
      const answer = await moderator.post('/api/admin/removals', { ...subject, reason: 'x' })
      if (answer.status === 200) removals.push(answer.body._id)
      return answer
    },
    async () => (removals.length > 0 ? moderator.delete(`/api/admin/removals/${pick(removals)}`) : undefined),
    () => moderator.put(`/api/admin/suspensions/${pick(crowd.slice(4)).id}`, { reason: 'x' }),
    () => moderator.delete(`/api/admin/suspensions/${pick(crowd.slice(4)).id}`),
  ]
  for (let round = 0; round < 12; round++) {
    const work = Array.from({ length: 24 }, () => pick(acts)())
    if (round === 6) work.push(leaver.delete('/api/profile'))
    for (const answer of await Promise.all(work)) {
      // Someone may be suspended, or something gone, at the same moment.
      if (answer) expect([200, 400, 401, 403, 404], JSON.stringify(answer.body)).toContain(answer.status)
    }
  }
  // What a process does a minute after a suspension, for requests that were under way.
  for (const { id } of crowd) await settleEntries(app.db, id)
  await expectExactCounts()

  const suspended = (await moderator.get('/api/admin/members?limit=100')).body
    .filter((person: { suspended: boolean }) => person.suspended)
    .map(({ _id }: { _id: string }) => _id)
  const hidden = await app.db.kysely.selectFrom('comments').select(['user_id', 'hidden']).execute()
  for (const { user_id, hidden: why } of hidden) expect(why >= 2).toBe(suspended.includes(user_id))

  for (const { id } of crowd) await moderator.delete(`/api/admin/suspensions/${id}`)
  for (const { _id } of (await moderator.get('/api/admin/removals?limit=100')).body) {
    await moderator.delete(`/api/admin/removals/${_id}`)
  }
  await expectExactCounts()
  expect(await app.db.kysely.selectFrom('suspended_likes').selectAll().execute()).toEqual([])
  const left = await app.db.kysely.selectFrom('comments').select('hidden').where('hidden', '!=', 0).execute()
  expect(left).toEqual([])
})

test('a suspension that a killed process left half done is finished by the job', async () => {
  const member = await app.signUp()
  const post = await member.write('Half hidden')
  await app.db.transaction((trx) =>
    trx
      .updateTable('users')
      .set({ suspended_until: 8_640_000_000_000_000 })
      .where('id', '=', member.id)
      .execute(),
  )
  await settleEntries(other.db, member.id)
  expect((await moderator.get(`/api/posts/${post}`)).status).toBe(404)
})
