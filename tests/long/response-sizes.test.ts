import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../server/database/changes/changes.ts'
import { RENDER_VERSION } from '../../server/features/markdown/renderer.ts'
import { newId } from '../../server/ids.ts'
import { type ApiResponse, nextOf, type Person, startApp, type TestApp } from '../app.ts'

const PAGE = 1_000_000
const IN_FEED = 16 * 1024
const ON_POST = 512 * 1024
const LONGEST = 'x'.repeat(10_000)
const WITH_HTML = 2 * LONGEST.length + '<p></p>'.length

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

/** HTTP calls would take minutes. */
async function insertPosts(count: number, text: string, comments: string[]): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await app.db.transaction(async (trx) => {
    for (const id of ids) {
      const html = `<p>${text}</p>`
      const post = { id, user_id: person.id, text, html, like_count: 0, comment_count: comments.length }
      await trx.insertInto('posts').values(post).execute()
      for (let start = 0; start < comments.length; start += 200) {
        const rows = comments.slice(start, start + 200).map((comment) => ({
          id: newId(),
          post_id: id,
          user_id: person.id,
          text: comment,
          html: `<p>${comment}</p>`,
        }))
        await trx.insertInto('comments').values(rows).execute()
      }
    }
    recordChanges(trx, 'all')
  })
  return ids.reverse()
}

const writtenBytes = (comments: { text: string; html: string }[]) =>
  comments.reduce((sum, { text, html }) => sum + Buffer.byteLength(text) + Buffer.byteLength(html), 0)
const bytesOf = ({ body }: ApiResponse) => Buffer.byteLength(JSON.stringify(body))

async function pagesFrom(path: string): Promise<ApiResponse[]> {
  const pages: ApiResponse[] = []
  for (let next: string | undefined = path; next; ) {
    const page: ApiResponse = await person.get(next)
    expect(page.status).toBe(200)
    pages.push(page)
    next = nextOf(page)
  }
  return pages
}

let post: string
beforeAll(async () => {
  const comments = Array.from({ length: 1_000 }, (_, n) => String(n).padEnd(LONGEST.length, 'x'))
  post = (await insertPosts(1, LONGEST, comments))[0] ?? ''
})

const numbersOf = (comments: { text: string }[]) => comments.map(({ text }) => Number.parseInt(text, 10))

test('a post with a thousand comments of ten thousand characters includes none of them in the feed, but the exact count', async () => {
  const { body } = await person.get('/api/posts?limit=1')
  expect(body[0]).toMatchObject({ _id: post, commentCount: 1_000 })
  expect(numbersOf(body[0].comments)).toEqual([])
})

test('a post with a thousand comments of ten thousand characters includes the newest 512 KB of them when it is opened', async () => {
  const { body } = await person.get(`/api/posts/${post}`)
  const visibleComments = Math.floor(ON_POST / WITH_HTML)
  expect(body.commentCount).toBe(1_000)
  expect(numbersOf(body.comments)).toEqual(Array.from({ length: visibleComments }, (_, n) => 999 - n))
})

test('a post with a thousand comments of ten thousand characters lists all of them in pages of at most a megabyte', async () => {
  const pages = await pagesFrom(`/api/posts/${post}/comments?limit=100`)
  expect(Math.max(...pages.map(bytesOf))).toBeLessThanOrEqual(PAGE)
  expect(pages.length).toBeLessThan(25)
  const allNumbers = pages.flatMap(({ body }) => numbersOf(body))
  expect(allNumbers).toEqual(Array.from({ length: 1_000 }, (_, n) => 999 - n))
})

test('a post with a thousand comments of ten thousand characters returns no more to those who add or delete a comment than to those who read it', async () => {
  for (const text of ['first', LONGEST, 'third']) {
    const { body } = await person.post(`/api/posts/comment/${post}`, { text })
    expect(body[0].text).toBe(text)
    expect(writtenBytes(body)).toBeLessThanOrEqual(ON_POST)
    expect(writtenBytes(body)).toBeGreaterThan(ON_POST - WITH_HTML)
    expect((await person.get(`/api/posts/${post}`)).body.comments).toEqual(body)
  }
  const { body: before } = await person.get(`/api/posts/${post}`)
  const { body: after } = await person.delete(`/api/posts/comment/${post}/${before.comments[1]._id}`)
  expect(after[0]).toEqual(before.comments[0])
  expect(writtenBytes(after)).toBeLessThanOrEqual(ON_POST)
  expect((await person.get(`/api/posts/${post}`)).body).toMatchObject({
    commentCount: 1_002,
    comments: after,
  })
})

test.each([
  ['four bytes each', '😀'.repeat(10_000), 0, 6],
  ['six bytes each in JSON', '\u0001'.repeat(10_000), 0, 4],
  ['one byte each, eight to the limit with their HTML', 'x'.repeat(1_020), 8, 256],
])('characters of %s count by their encoded size', async (_name, text, inFeed, onPost) => {
  const comments = Array.from({ length: 600 }, () => text)
  const [post] = await insertPosts(1, 'Short', comments.slice(0, Math.min(600, onPost + 20)))
  expect((await person.get('/api/posts?limit=1')).body[0].comments).toHaveLength(inFeed)
  expect((await person.get(`/api/posts/${post}`)).body.comments).toHaveLength(onPost)
})

test('the HTML of comments counts like their text', async () => {
  const [post = ''] = await insertPosts(1, 'Short', Array(20).fill('x'))
  await app.db.transaction(async (trx) => {
    const html = `<p>${'x'.repeat(60_000)}</p>`
    await trx
      .updateTable('comments')
      .set({ html, render_version: RENDER_VERSION })
      .where('post_id', '=', post)
      .execute()
    recordChanges(trx, 'all')
  })
  expect((await person.get('/api/posts?limit=1')).body[0].comments).toEqual([])
  const { body } = await person.get(`/api/posts/${post}`)
  expect(body.comments).toHaveLength(Math.floor(ON_POST / 60_008))
  expect((await person.get(`/api/posts/${post}/comments?limit=100`)).body).toHaveLength(16)
})

test('a page of the feed ends before it exceeds a megabyte, with a link to the next', async () => {
  const comments = Array.from({ length: 20 }, () => 'y'.repeat(800))
  const posts = await insertPosts(120, LONGEST, comments)
  const foundIds: string[] = []
  for (let next: string | undefined = '/api/posts?limit=100'; next && foundIds.length < 120; ) {
    const page: ApiResponse = await person.get(next)
    expect(bytesOf(page)).toBeLessThanOrEqual(PAGE)
    expect(page.body.length).toBeGreaterThan(20)
    for (const post of page.body) expect(writtenBytes(post.comments)).toBeLessThanOrEqual(IN_FEED)
    foundIds.push(...page.body.map(({ _id }: { _id: string }) => _id))
    next = nextOf(page)
  }
  expect(foundIds.slice(0, 120)).toEqual(posts)
})

test('not much more is read from the database than is sent', async () => {
  const comments = Array.from({ length: 100 }, () => LONGEST)
  await insertPosts(60, 'Short', comments)
  const parse = vi.spyOn(JSON, 'parse')
  const { body } = await person.get('/api/posts?limit=60')
  const read = parse.mock.calls.reduce((sum, [json]) => sum + String(json).length, 0)
  parse.mockRestore()
  expect(body.length).toBeGreaterThan(20)
  // The test parses the response too; all comments would be sixty megabytes.
  expect(read).toBeLessThan(3 * PAGE)
})

const job = {
  title: 'T'.repeat(200),
  company: 'C'.repeat(200),
  location: 'L'.repeat(200),
  description: 'd'.repeat(5_000),
}
let people: Person[]
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 12 }, () => app.signUpWithProfile()))
  const rows = people.flatMap(({ id }) =>
    Array.from({ length: 100 }, () => ({ id: newId(), user_id: id, current: 0, ...job })),
  )
  // Cached while they were small.
  await person.get('/api/profile?limit=100')
  await app.db.transaction(async (trx) => {
    for (let start = 0; start < rows.length; start += 100) {
      await trx
        .insertInto('experience')
        .values(rows.slice(start, start + 100))
        .execute()
    }
    recordChanges(trx, ...people.map(({ id }) => `profile:${id}` as const))
  })
})

test('developers who write as much as they can are listed completely, in pages of at most a megabyte or of one profile', async () => {
  const pages = await pagesFrom('/api/profile?limit=100')
  for (const page of pages) expect(page.body.length === 1 || bytesOf(page) <= PAGE).toBe(true)
  const foundIds = pages.flatMap(({ body }) =>
    body.map((profile: { user: { _id: string } }) => profile.user._id),
  )
  expect(new Set(foundIds)).toEqual(new Set(people.map(({ id }) => id)))
  expect(foundIds).toHaveLength(people.length)
})

test('developers who write as much as they can can store a hundred credentials, but not if all of their letters take several bytes', async () => {
  const [verbose] = people as [Person]
  const { body } = await verbose.get('/api/profile/me')
  expect(body.experience).toHaveLength(100)
  const education = { school: 'S', degree: 'D', description: '\u0001'.repeat(5_000) }
  const rows = Array.from({ length: 20 }, () => ({
    id: newId(),
    user_id: verbose.id,
    current: 0,
    ...education,
  }))
  await app.db.transaction((trx) => trx.insertInto('education').values(rows).execute())
  expect((await verbose.put('/api/profile/education', education)).status).toBe(200)
  const refused = await verbose.put('/api/profile/education', education)
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({
    errors: [{ msg: 'Your education credentials are too long in total' }],
  })
})
