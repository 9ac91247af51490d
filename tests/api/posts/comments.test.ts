import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let author: Person
let reader: Person
let post: string
beforeAll(async () => {
  app = await startApp()
  author = await app.signUp('Ada Lovelace')
  reader = await app.signUp('Grace Hopper')
})
beforeEach(async () => {
  post = await author.write('Discuss')
})
afterAll(() => app.stop())

const comment = (person: Person, text: unknown, id = post) =>
  person.post(`/api/posts/comment/${id}`, { text })
const remove = (person: Person, commentId: string, id = post) =>
  person.delete(`/api/posts/comment/${id}/${commentId}`)

test('writing a comment returns all comments, newest first, and updates the count of the post', async () => {
  const first = await comment(reader, ' First\n ')
  expect(first.status).toBe(200)
  expect(first.body).toEqual([
    {
      _id: expect.stringMatching(/^[\da-f-]{36}$/),
      text: ' First\n ',
      html: '<p>First</p>',
      version: 1,
      edited: null,
      name: 'Grace Hopper',
      handle: 'grace-hopper',
      avatar: `https://gravatar.com/avatar/${hash('sha256', reader.email)}?s=200&r=pg&d=404`,
      user: reader.id,
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      parent: null,
      accepted: false,
    },
  ])
  const bothComments = await comment(author, 'Second')
  expect(bothComments.body).toEqual([
    expect.objectContaining({ text: 'Second', user: author.id }),
    ...first.body,
  ])
  const expectedComments = { comments: bothComments.body, commentCount: 2 }
  expect((await reader.get(`/api/posts/${post}`)).body).toMatchObject(expectedComments)
  expect((await reader.get('/api/posts?limit=1')).body[0]).toMatchObject(expectedComments)
  expect((await reader.get(`/api/posts/${post}/comments`)).body).toEqual(bothComments.body)
})

test('writing a comment needs a text of at most 10,000 characters', async () => {
  for (const [text, msg] of [
    [undefined, 'Text is required'],
    [' \n', 'Text is required'],
    [{}, 'Text must be text'],
    ['x'.repeat(10_001), 'Text must be at most 10000 characters'],
  ]) {
    const response = await comment(reader, text)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ errors: [{ msg, field: 'text' }] })
  }
  expect((await reader.get(`/api/posts/${post}`)).body.commentCount).toBe(0)
})

test('writing a comment ignores every other field', async () => {
  const forged = { text: 'Mine', user: author.id, _id: post, date: '2000-01-01', post: 'x' }
  const { body } = await reader.post(`/api/posts/comment/${post}`, forged)
  expect(body[0]).toMatchObject({ text: 'Mine', user: reader.id })
  expect(body[0]._id).not.toBe(post)
  expect(body[0].date).not.toContain('2000')
})

test('writing a comment on a missing post is not found', async () => {
  await author.delete(`/api/posts/${post}`)
  for (const id of [post, 'no-id']) {
    const responses = [await comment(reader, 'Hello?', id), await reader.get(`/api/posts/${id}/comments`)]
    for (const response of responses) {
      expect(response.status).toBe(404)
      expect(response.body).toEqual({ errors: [{ msg: 'Post not found' }] })
    }
  }
})

test('deleting a comment returns the remaining comments', async () => {
  await comment(reader, 'Stays')
  const [mine, stays] = (await comment(reader, 'Goes')).body
  const response = await remove(reader, mine._id)
  expect(response.status).toBe(200)
  expect(response.body).toEqual([stays])
  const { body } = await reader.get(`/api/posts/${post}`)
  expect(body).toMatchObject({ comments: [stays], commentCount: 1 })
})

test("deleting a comment another member's is forbidden, even for the author of the post", async () => {
  const [theirs] = (await comment(reader, 'My word')).body
  const response = await remove(author, theirs._id)
  expect(response.status).toBe(403)
  expect(response.body).toEqual({ errors: [{ msg: 'User not authorized' }] })
  expect((await reader.get(`/api/posts/${post}`)).body.comments).toEqual([theirs])
})

test('deleting a comment says whether the post or the comment is missing', async () => {
  const [mine] = (await comment(reader, 'Here')).body
  const otherPost = await author.write('Elsewhere')
  for (const [postId, commentId, msg] of [
    [post, post, 'Comment does not exist'],
    [post, 'no-id', 'Comment does not exist'],
    [otherPost, mine._id, 'Comment does not exist'],
    [author.id, mine._id, 'Post not found'],
    ['no-id', mine._id, 'Post not found'],
  ]) {
    const response = await remove(reader, commentId, postId)
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ errors: [{ msg }] })
  }
  expect((await reader.get(`/api/posts/${post}`)).body.commentCount).toBe(1)
})

test('deleting a comment twice at once takes one away', async () => {
  await comment(reader, 'Stays')
  const [mine] = (await comment(reader, 'Goes')).body
  const responses = await Promise.all([1, 2, 3].map(() => remove(reader, mine._id)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect((await reader.get(`/api/posts/${post}`)).body.commentCount).toBe(1)
})
