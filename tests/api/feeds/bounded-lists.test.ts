import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { idAt } from '../../../server/ids.ts'
import { insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

const MANY = 1_005

let app: TestApp
let person: Person
let post: string
let ids: string[]

beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
  post = await person.write('The talk of the town')
  const start = Date.now() - 60_000
  ids = Array.from({ length: MANY }, (_, i) => idAt(start + i))
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, ids)
    await trx
      .insertInto('likes')
      .values(ids.map((id) => ({ id, post_id: post, user_id: id })))
      .execute()
    const comments = ids.map((id) => ({ id, post_id: post, user_id: id, text: 'c' }))
    await trx.insertInto('comments').values(comments).execute()
    const counts = { like_count: MANY, comment_count: MANY }
    await trx.updateTable('posts').set(counts).where('id', '=', post).execute()
    recordChanges(trx, 'all')
  })
})
afterAll(() => app.stop())

const newest = (count: number) => ids.toReversed().slice(0, count)
const idsOf = (items: { _id: string }[]) => items.map(({ _id }) => _id)
const usersOf = (likes: { user: string }[]) => likes.map(({ user }) => user)

test('the feed includes the newest 100 likes and 100 comments, and exact counts', async () => {
  const [listedPost] = (await person.get('/api/posts')).body
  expect(listedPost).toMatchObject({ likeCount: MANY, commentCount: MANY })
  expect(usersOf(listedPost.likes)).toEqual(newest(100))
  expect(idsOf(listedPost.comments)).toEqual(newest(100))
})

test('the post itself includes the newest 1,000 of each, and older comments can be paged through', async () => {
  const { body: shown } = await person.get(`/api/posts/${post}`)
  expect(shown).toMatchObject({ likeCount: MANY, commentCount: MANY })
  expect(usersOf(shown.likes)).toEqual(newest(1_000))
  expect(idsOf(shown.comments)).toEqual(newest(1_000))

  const allIds: string[] = []
  for (let next: string | undefined = `/api/posts/${post}/comments?limit=100`; next; ) {
    const response = await person.get(next)
    allIds.push(...idsOf(response.body))
    next = nextOf(response)
  }
  expect(allIds).toEqual(newest(MANY))
})

test('responses of the like and comment calls are limited too, and start with the newest', async () => {
  const { body: likes } = await person.put(`/api/posts/like/${post}`)
  expect(usersOf(likes)).toEqual([person.id, ...newest(999)])
  const { body: comments } = await person.post(`/api/posts/comment/${post}`, { text: 'Me too' })
  expect(comments).toHaveLength(1_000)
  expect(comments[0]).toMatchObject({ text: 'Me too' })
  const { body: more } = await person.post(`/api/posts/comment/${post}`, { text: 'And me' })
  expect(more).toEqual([expect.objectContaining({ text: 'And me' }), ...comments.slice(0, 999)])
  await person.delete(`/api/posts/comment/${post}/${more[0]._id}`)
  const { body: left } = await person.delete(`/api/posts/comment/${post}/${comments[0]._id}`)
  expect(idsOf(left)).toEqual(newest(1_000))
  const { body: shown } = await person.get(`/api/posts/${post}`)
  expect(shown).toMatchObject({ likeCount: MANY + 1, commentCount: MANY })
})
