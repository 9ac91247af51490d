import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let author: Person
let reader: Person
beforeAll(async () => {
  app = await startApp()
  author = await app.signUp('Ada Lovelace')
  reader = await app.signUp('Grace Hopper')
})
afterAll(() => app.stop())

const MISSING = '01900000-0000-7000-8000-000000000000'

test('writing a post returns the post as everyone will read it', async () => {
  const text = '  <b>Hello</b>\n\tworld 😀 '
  const { status, body } = await author.post('/api/posts', { text })
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
    text,
    html: '<p>&lt;b&gt;Hello&lt;/b&gt;<br>world 😀</p>',
    tags: [],
    version: 1,
    edited: null,
    name: 'Ada Lovelace',
    handle: 'ada-lovelace',
    avatar: `https://gravatar.com/avatar/${hash('sha256', author.email)}?s=200&r=pg&d=404`,
    user: author.id,
    likes: [],
    likeCount: 0,
    comments: [],
    commentCount: 0,
    question: false,
    solved: false,
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  })
  expect((await reader.get(`/api/posts/${body._id}`)).body).toEqual(body)
  expect((await reader.get('/api/posts?limit=1')).body).toEqual([body])
})

test('writing a post requires a text of at most 10,000 characters', async () => {
  for (const [body, msg] of [
    [{}, 'Text is required'],
    [{ text: '' }, 'Text is required'],
    [{ text: ' \n\t\u00a0\u3000' }, 'Text is required'],
    [{ text: null }, 'Text is required'],
    [{ text: 5 }, 'Text must be text'],
    [{ text: ['a'] }, 'Text must be text'],
    [{ text: 'x'.repeat(10_001) }, 'Text must be at most 10000 characters'],
  ]) {
    const response = await author.post('/api/posts', body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ errors: [{ msg, field: 'text' }] })
  }
  const longest = '😀'.repeat(10_000)
  expect((await author.post('/api/posts', { text: longest })).body.text).toBe(longest)
})

test('writing a post ignores every other field: no author, id, date, like or comment can be forged', async () => {
  const { body } = await author.post('/api/posts', {
    text: 'Mine',
    _id: MISSING,
    user: reader.id,
    name: 'Somebody',
    avatar: 'https://evil.example',
    date: '2000-01-01T00:00:00Z',
    likes: [{ user: reader.id }],
    likeCount: 9,
    comments: [{ text: 'x' }],
    commentCount: 9,
  })
  expect(body).toMatchObject({ text: 'Mine', user: author.id, name: author.name, likes: [], likeCount: 0 })
  expect(body).toMatchObject({ comments: [], commentCount: 0 })
  expect(body._id).not.toBe(MISSING)
  expect(body.date).not.toContain('2000')
})

test('the feed has the newest post first, even within one millisecond', async () => {
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.unshift(await author.write(`Post ${i}`))
  const { body } = await reader.get('/api/posts?limit=5')
  expect(body.map((post: { _id: string }) => post._id)).toEqual(ids)
})

test('a missing post is not found, whatever its id looks like', async () => {
  for (const id of [MISSING, author.id, 'x', '%00', "1'or'1", '0'.repeat(300)]) {
    const response = await reader.get(`/api/posts/${id}`)
    expect(response.status, id).toBe(404)
    expect(response.body, id).toEqual({ errors: [{ msg: 'Post not found' }] })
  }
})

test('an id in capital letters is the same id', async () => {
  const id = await author.write('Loud')
  expect((await reader.get(`/api/posts/${id.toUpperCase()}`)).body._id).toBe(id)
})

test('deleting a post removes the post with its likes and comments', async () => {
  const id = await author.write('Short-lived')
  await reader.put(`/api/posts/like/${id}`)
  await reader.post(`/api/posts/comment/${id}`, { text: 'Pity' })
  const response = await author.delete(`/api/posts/${id}`)
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ msg: 'Post removed' })
  expect((await author.get(`/api/posts/${id}`)).status).toBe(404)
  expect((await author.get(`/api/posts/${id}/comments`)).status).toBe(404)
  const feed = (await author.get('/api/posts')).body
  expect(feed.map((post: { _id: string }) => post._id)).not.toContain(id)
  await app.finishDeletions()
  for (const table of ['likes', 'comments'] as const) {
    expect(await app.db.kysely.selectFrom(table).selectAll().where('post_id', '=', id).execute()).toEqual([])
  }
})

test("deleting a post another member's is forbidden, and it stays", async () => {
  const id = await author.write('Mine to keep')
  const response = await reader.delete(`/api/posts/${id}`)
  expect(response.status).toBe(403)
  expect(response.body).toEqual({ errors: [{ msg: 'User not authorized' }] })
  expect((await author.get(`/api/posts/${id}`)).status).toBe(200)
})

test('deleting a post twice, or with a malformed id, is not found', async () => {
  const id = await author.write('Gone')
  const responses = await Promise.all([1, 2, 3].map(() => author.delete(`/api/posts/${id}`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  const malformed = await author.delete('/api/posts/no-id')
  expect(malformed.status).toBe(404)
  expect(malformed.body).toEqual({ errors: [{ msg: 'Post not found' }] })
})
