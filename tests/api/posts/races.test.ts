import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let crowd: Person[]
beforeAll(async () => {
  app = await startApp()
  crowd = await Promise.all(Array.from({ length: 20 }, (_, i) => app.signUp(`Person ${i}`)))
})
afterAll(() => app.stop())

const author = () => crowd[0] as Person
const read = async (post: string) => (await author().get(`/api/posts/${post}`)).body

async function expectExactCounts(): Promise<void> {
  const posts = await app.db.kysely
    .selectFrom('posts')
    .select(['id', 'like_count', 'comment_count'])
    .select(({ selectFrom, fn }) => [
      selectFrom('likes')
        .select(fn.countAll<number>().as('n'))
        .whereRef('post_id', '=', 'posts.id')
        .as('likes'),
      selectFrom('comments')
        .select(fn.countAll<number>().as('n'))
        .whereRef('post_id', '=', 'posts.id')
        .as('comments'),
    ])
    .execute()
  expect(posts.length).toBeGreaterThan(0)
  for (const post of posts) {
    expect([post.like_count, post.comment_count]).toEqual([post.likes, post.comments])
  }
}

test('one member who likes a post many times at once counts once', async () => {
  const post = await author().write('Like me')
  const [person] = crowd.slice(1)
  const responses = await Promise.all(crowd.map(() => person?.put(`/api/posts/like/${post}`)))
  expect(responses.map((response) => response?.status)).toEqual(crowd.map(() => 200))
  expect(await read(post)).toMatchObject({ likeCount: 1, likes: [{ user: person?.id }] })
})

test('many members who like a post at once all count', async () => {
  const post = await author().write('Like me, all')
  await Promise.all(crowd.map((person) => person.put(`/api/posts/like/${post}`)))
  const { likeCount, likes } = await read(post)
  expect(likeCount).toBe(crowd.length)
  expect(likes.map(({ user }: { user: string }) => user).sort()).toEqual(crowd.map(({ id }) => id).sort())
})

test('comments written at the same time are all stored, each once', async () => {
  const post = await author().write('Talk')
  const texts = Array.from({ length: 40 }, (_, i) => `Comment ${i}`)
  const write = (text: string, i: number) =>
    crowd[i % crowd.length]?.post(`/api/posts/comment/${post}`, { text })
  const responses = await Promise.all(texts.map(write))
  expect(responses.map((response) => response?.status)).toEqual(texts.map(() => 200))
  const { commentCount, comments } = await read(post)
  expect(commentCount).toBe(texts.length)
  expect(comments.map(({ text }: { text: string }) => text).sort()).toEqual(texts.toSorted())
})

test('concurrent likes, unlikes, comments and deletions leave exact counts and cause no server error', async () => {
  const posts = await Promise.all([1, 2, 3].map((i) => author().write(`Busy ${i}`)))
  const leavers = await Promise.all([1, 2, 3, 4].map(() => app.signUp('Leaver')))
  const work = (post: string) =>
    [...crowd, ...leavers].flatMap((person, i) => [
      person.put(`/api/posts/like/${post}`),
      person.post(`/api/posts/comment/${post}`, { text: 'x' }),
      i % 2 ? person.put(`/api/posts/unlike/${post}`) : person.put(`/api/posts/like/${post}`),
    ])
  const deletions = (post: string) => [
    ...leavers.map((person) => person.delete('/api/profile')),
    author().delete(`/api/posts/${post}`),
  ]
  const statuses = new Set<number>()
  // One post at a time, because a busy machine refuses some of hundreds of concurrent requests.
  for (const [index, post] of posts.entries()) {
    const responses = await Promise.all([...work(post), ...(index === 2 ? deletions(post) : [])])
    for (const { status } of responses) statuses.add(status)
  }
  // 401 and 404 are for requests whose account or post has just been deleted.
  for (const status of statuses) expect([200, 401, 404]).toContain(status)
  await expectExactCounts()
  expect((await read(posts[0] ?? '')).commentCount).toBeGreaterThanOrEqual(crowd.length)
})

test('concurrent changes of different fields of a profile are all kept', async () => {
  const person = await app.signUpWithProfile()
  const changes = { company: 'C', location: 'L', bio: 'B', githubusername: 'g', website: 'https://w.example' }
  await Promise.all(
    Object.entries(changes).map(([field, value]) => person.post('/api/profile', { [field]: value })),
  )
  expect((await person.get('/api/profile/me')).body).toMatchObject(changes)
})

test('a transaction that fails records no changes', async () => {
  const tag = 'never-committed'
  const attempt = app.db.transaction(async (trx) => {
    await trx.insertInto('tags').values({ tag, count: 1 }).execute()
    recordChanges(trx, `tag:${tag}`)
    await trx.insertInto('tags').values({ tag, count: 2 }).execute()
  })
  await expect(attempt).rejects.toThrow(/unique/i)
  const tags = await app.db.kysely.selectFrom('tags').selectAll().where('tag', '=', tag).execute()
  const changes = await app.db.kysely
    .selectFrom('changes')
    .select('topic')
    .where('topic', '=', `tag:${tag}`)
    .execute()
  expect([tags, changes]).toEqual([[], []])
})
