import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let people: [Person, Person, Person]
let post: string
beforeAll(async () => {
  app = await startApp()
  people = [await app.signUp(), await app.signUp(), await app.signUp()]
})
beforeEach(async () => {
  post = await people[0].write('Like me')
})
afterAll(() => app.stop())

const like = (person: Person, id = post) => person.put(`/api/posts/like/${id}`)
const unlike = (person: Person, id = post) => person.put(`/api/posts/unlike/${id}`)

test('likes are listed newest first and can be undone', async () => {
  const [author, first, second] = people
  const once = await like(first)
  expect(once.status).toBe(200)
  expect(once.body).toEqual([{ user: first.id }])
  await like(second)
  const { body: all } = await like(author)
  expect(all).toEqual([{ user: author.id }, { user: second.id }, { user: first.id }])
  expect((await first.get(`/api/posts/${post}`)).body).toMatchObject({ likes: all, likeCount: 3 })

  const remainingLikes = await unlike(second)
  expect(remainingLikes.status).toBe(200)
  expect(remainingLikes.body).toEqual([{ user: author.id }, { user: first.id }])
  expect((await first.get('/api/posts?limit=1')).body[0]).toMatchObject({
    likes: remainingLikes.body,
    likeCount: 2,
  })
})

test('liking twice counts once, and unliking without a like changes nothing', async () => {
  const [, first, second] = people
  await like(first)
  expect((await like(first)).body).toEqual([{ user: first.id }])
  const untouched = await unlike(second)
  expect(untouched.status).toBe(200)
  expect(untouched.body).toEqual([{ user: first.id }])
  expect((await first.get(`/api/posts/${post}`)).body.likeCount).toBe(1)
  await unlike(first)
  expect((await unlike(first)).body).toEqual([])
  expect((await first.get(`/api/posts/${post}`)).body.likeCount).toBe(0)
})

test('a missing post cannot be liked or unliked', async () => {
  await people[0].delete(`/api/posts/${post}`)
  for (const id of [post, 'no-id', '%00']) {
    for (const response of [await like(people[1], id), await unlike(people[1], id)]) {
      expect(response.status).toBe(404)
      expect(response.body).toEqual({ errors: [{ msg: 'Post not found' }] })
    }
  }
})

test('an empty body with a JSON content type counts as no body', async () => {
  const response = await app.call('PUT', `/api/posts/like/${post}`, { token: people[1].token, body: '' })
  expect(response.status).toBe(200)
  expect(response.body).toEqual([{ user: people[1].id }])
})
