import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncVisibility } from '../../../server/features/moderation/visibility.ts'
import { type ApiResponse, type Person, startApp, type TestApp } from '../../app.ts'

const ROUNDS = process.env.LONG === '1' ? 14 : 8

let app: TestApp
let secondApp: TestApp
let moderator: Person
let crowd: Person[]
let posts: string[]
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  moderator = await app.signUpAs('moderator')
  crowd = await Promise.all(Array.from({ length: 8 }, (_, n) => app.signUp(`Person ${n}`)))
  posts = await Promise.all(crowd.slice(0, 5).map((person) => ask(person)))
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

async function ask(person: Person): Promise<string> {
  const { body } = await person.post('/api/posts', { text: `Why? ${someTags()}`, question: true })
  return body._id
}

const TAGS = ['one', 'two', 'three']
const someTags = () =>
  TAGS.filter(() => random(2) === 0)
    .map((tag) => `#${tag}`)
    .join(' ')

let seed = 20_261_115
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const pick = <T>(list: T[]): T => list[random(list.length)] as T

/** Every visible like and comment of others has one notification. */
async function expectExactNotifications(): Promise<void> {
  const { kysely } = app.db
  const allPosts = await kysely.selectFrom('posts').select(['id', 'user_id', 'hidden']).execute()
  const isHidden = new Map(allPosts.map(({ id, hidden }) => [id, hidden !== 0]))
  const authors = new Map(allPosts.map(({ id, user_id }) => [id, user_id]))
  const likes = await kysely.selectFrom('likes').select(['post_id', 'user_id']).execute()
  const hiddenLikes = await kysely.selectFrom('suspended_likes').select(['post_id', 'user_id']).execute()
  const comments = await kysely
    .selectFrom('comments')
    .select(['id', 'post_id', 'user_id', 'hidden', 'accepted'])
    .execute()
  const expectedFor = (event: { post_id: string; user_id: string; id?: string }, hidden: boolean) =>
    authors.get(event.post_id) === event.user_id
      ? []
      : `${authors.get(event.post_id)} ${event.post_id} ${event.user_id} ${event.id ?? null} ${hidden}`
  const expected = [
    ...likes.flatMap((like) => expectedFor(like, false)),
    ...hiddenLikes.flatMap((like) => expectedFor(like, true)),
    ...comments.flatMap((comment) => expectedFor(comment, comment.hidden !== 0)),
    ...comments
      .filter(({ accepted }) => accepted === 1)
      .map(({ id, user_id, hidden }) => `${user_id} ${id} ${moderator.id} ${id} ${hidden !== 0}`),
  ]
  const events = await kysely.selectFrom('notification_events').selectAll().execute()
  const actual = events.map(
    ({ user_id, subject_id, actor_id, comment_id, hidden }) =>
      `${user_id} ${subject_id} ${actor_id} ${comment_id} ${hidden !== 0}`,
  )
  expect(actual.sort()).toEqual(expected.sort())
  const notifications = await kysely.selectFrom('notifications').selectAll().execute()
  for (const { id, kind, post_id, count, hidden } of notifications.filter(
    (notification) => notification.kind !== 'moderation',
  )) {
    const visibleEvents = events.filter((event) => event.notification_id === id && event.hidden === 0).length
    expect({ kind, count, hidden: hidden === 1 }).toEqual({
      kind,
      count: visibleEvents,
      hidden: isHidden.get(post_id ?? ''),
    })
  }
}

async function expectExactCounts(): Promise<void> {
  await expectExactNotifications()
  const { kysely } = app.db
  const rows = await kysely.selectFrom('posts').selectAll().execute()
  const comments = await kysely.selectFrom('comments').select(['post_id', 'hidden', 'accepted']).execute()
  const likes = await kysely.selectFrom('likes').select('post_id').execute()
  for (const { id, like_count, comment_count, accepted_count } of rows) {
    const visibleComments = comments.filter(({ post_id, hidden }) => post_id === id && hidden === 0)
    const accepted = visibleComments.filter((comment) => comment.accepted === 1)
    expect([like_count, comment_count, accepted_count]).toEqual([
      likes.filter(({ post_id }) => post_id === id).length,
      visibleComments.length,
      accepted.length,
    ])
  }
  const tagged = rows.flatMap(({ id, user_id, tags, question, accepted_count, hidden }) =>
    JSON.parse(tags).map((tag: string) => {
      const is_open = question === 1 && accepted_count === 0 && hidden === 0 ? 1 : 0
      return { post_id: id, tag, user_id, question, is_open, hidden }
    }),
  )
  const storedTags = await kysely.selectFrom('post_tags').selectAll().execute()
  expect(new Set(storedTags)).toEqual(new Set(tagged))
  const shownTags = Map.groupBy(
    storedTags.filter(({ hidden }) => hidden === 0),
    ({ tag }) => tag,
  )
  const counts = [...shownTags].map(([tag, { length }]) => ({ tag, count: length }))
  await expectCounts(counts)
  expect(new Set(await kysely.selectFrom('tags').selectAll().execute())).toEqual(new Set(counts))
}

async function expectCounts(counts: { tag: string; count: number }[]): Promise<void> {
  const sorted = counts.toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
  const { token } = moderator
  for (const process of [app, secondApp]) {
    expect((await process.call('GET', '/api/tags', { token })).body).toEqual(sorted)
    for (const tag of TAGS) {
      const { count } = counts.find((tagCount) => tagCount.tag === tag) ?? { count: 0 }
      expect((await process.call('GET', `/api/tags/${tag}`, { token })).body).toMatchObject({ tag, count })
    }
  }
}

test('counts stay exact while people write, delete, are suspended and leave, and content is removed', async () => {
  const removals: string[] = []
  const comments: { post: string; id: string; by: Person }[] = []
  const leaver = await app.signUp('Leaver')
  const everyone = [...crowd, leaver]

  const actions: (() => Promise<ApiResponse | undefined>)[] = [
    () => pick(everyone).put(`/api/posts/like/${pick(posts)}`),
    () => pick(everyone).put(`/api/posts/unlike/${pick(posts)}`),
    async () => {
      const by = pick(everyone)
      const post = pick(posts)
      const response = await by.post(`/api/posts/comment/${post}`, { text: 'x' })
      if (response.status === 200 && response.body[0]) comments.push({ post, id: response.body[0]._id, by })
      return response
    },
    async () => {
      const { post, id, by } = comments.length > 0 ? pick(comments) : { post: 'x', id: 'x', by: pick(crowd) }
      return by.delete(`/api/posts/comment/${post}/${id}`)
    },
    async () => {
      const subject =
        comments.length > 0 && random(3) > 0 ? { comment: pick(comments).id } : { post: pick(posts) }
      const response = await moderator.post('/api/admin/removals', { ...subject, reason: 'x' })
      if (response.status === 200) removals.push(response.body._id)
      return response
    },
    async () => (removals.length > 0 ? moderator.delete(`/api/admin/removals/${pick(removals)}`) : undefined),
    () => pick(everyone).put('/api/notifications/read', random(2) ? { post: pick(posts) } : {}),
    () => moderator.put(`/api/admin/suspensions/${pick(crowd.slice(4)).id}`, { reason: 'x' }),
    () => moderator.delete(`/api/admin/suspensions/${pick(crowd.slice(4)).id}`),
    () => accept('PUT'),
    () => accept('PUT'),
    () => accept('DELETE'),
    () => {
      const index = random(posts.length)
      const text = `Why? ${someTags()} ${random(1_000)}`
      return (crowd[index] as Person).put(`/api/posts/${posts[index]}`, { text })
    },
    async () => {
      const by = pick(everyone)
      const post = await ask(by)
      return random(2) ? by.delete(`/api/posts/${post}`) : undefined
    },
    async () => {
      const index = random(posts.length)
      const by = crowd[index] as Person
      await by.delete(`/api/posts/${posts[index]}`)
      return by.post(`/api/posts/${posts[index]}/restore`)
    },
  ]
  const accept = async (method: 'PUT' | 'DELETE') => {
    if (comments.length === 0) return undefined
    const { post, id } = pick(comments)
    return app.call(method, `/api/posts/comment/${post}/${id}/accepted`, { token: moderator.token })
  }
  for (let round = 0; round < ROUNDS; round++) {
    const work = Array.from({ length: 24 }, () => pick(actions)())
    if (round === ROUNDS >> 1) work.push(leaver.delete('/api/profile'))
    for (const response of await Promise.all(work)) {
      if (response)
        expect([200, 400, 401, 403, 404], JSON.stringify(response.body)).toContain(response.status)
    }
  }
  // Each process syncs a minute after a suspension, for requests that were under way.
  for (const { id } of crowd) await syncVisibility(app.db, id)
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
  const hiddenRows = await app.db.kysely
    .selectFrom('comments')
    .select('hidden')
    .where('hidden', '!=', 0)
    .execute()
  expect(hiddenRows).toEqual([])
})

test('a suspension that a killed process left half done, or a request overtook, is finished by the job', async () => {
  const member = await app.signUpWithProfile('Half Hidden')
  const post = await member.write('Half hidden')
  await app.db.transaction((trx) =>
    trx
      .updateTable('users')
      .set({ suspended_until: 8_640_000_000_000_000 })
      .where('id', '=', member.id)
      .execute(),
  )
  expect((await moderator.get(`/api/profile/user/${member.id}`)).status).toBe(200)
  await syncVisibility(secondApp.db, member.id)
  expect((await moderator.get(`/api/posts/${post}`)).status).toBe(404)
  expect((await moderator.get(`/api/profile/user/${member.id}`)).status).toBe(404)
})
