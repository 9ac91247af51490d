import { afterAll, beforeAll, expect, test } from 'vitest'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let author: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  author = await app.signUp()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const idsOf = ({ body }: ApiResponse): string[] => body.map(({ _id }: { _id: string }) => _id)

const listed = async ({ token }: Person) => idsOf(await secondApp.call('GET', '/api/bookmarks', { token }))
const marked = async ({ token }: Person, ids: string[]) =>
  (await secondApp.call('GET', `/api/marks?posts=${ids}`, { token })).body.bookmarked

async function writeMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await author.write('Worth keeping'))
  return ids
}

test('posts are bookmarked once, most recent first, for oneself only, in every process', async () => {
  const ada = await app.signUp()
  const kofi = await app.signUp()
  const [first = '', second = ''] = await writeMany(2)
  const shared = (await kofi.get('/api/posts')).body
  for (const id of [second, first, second]) {
    const response = await ada.put(`/api/bookmarks/${id.toUpperCase()}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Bookmarked' } })
  }
  const { body, headers } = await ada.get('/api/bookmarks')
  expect(body).toEqual([first, second].map((id) => shared.find((post: { _id: string }) => post._id === id)))
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await marked(ada, [first, newId(), second])).toEqual([first, second])
  expect([await listed(kofi), await marked(kofi, [first, second])]).toEqual([[], []])
  for (const reader of [ada, kofi]) expect((await reader.get('/api/posts')).body).toEqual(shared)
  for (let twice = 0; twice < 2; twice++) {
    const response = await ada.delete(`/api/bookmarks/${first}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Bookmark removed' } })
    expect([await listed(ada), await marked(ada, [first, second])]).toEqual([[second], [second]])
  }
})

test('only posts that are shown can be bookmarked, and deleting one deletes its bookmarks', async () => {
  const ada = await app.signUp()
  const moderator = await app.signUpAs('moderator')
  const [keptPost = '', removed = '', deleted = ''] = await writeMany(3)
  for (const id of [keptPost, removed, deleted]) await ada.put(`/api/bookmarks/${id}`)
  const { body: removal } = await moderator.post('/api/admin/removals', { post: removed, reason: 'Rude' })
  await author.delete(`/api/posts/${deleted}`)
  for (const id of [newId(), 'x', '%00', removed, deleted]) {
    for (const method of ['PUT', 'DELETE']) {
      const response = await app.call(method, `/api/bookmarks/${id}`, { token: ada.token })
      expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'Post not found' }] } })
    }
  }
  expect([await listed(ada), await marked(ada, [keptPost, removed, deleted])]).toEqual([
    [keptPost],
    [keptPost],
  ])
  await moderator.delete(`/api/admin/removals/${removal._id}`)
  expect(await listed(ada)).toEqual([removed, keptPost])
  await ada.delete('/api/profile')
  const remaining = await app.db.kysely.selectFrom('bookmarks').select('user_id').execute()
  expect(remaining.map(({ user_id }) => user_id)).not.toContain(ada.id)
})

/** Posts of 60 KB, so that fewer fit on a page than its limit allows. */
async function insertLarge(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const html = 'x'.repeat(60_000)
  const rows = ids.map((id) => ({ id, user_id: author.id, text: 'x', html, render_version: RENDER_VERSION }))
  await app.db.transaction((trx) =>
    trx
      .insertInto('posts')
      .values(rows.map((row) => ({ ...row, like_count: 0, comment_count: 0 })))
      .execute(),
  )
  return ids
}

test('pages skip and repeat nothing while bookmarks come and go, whatever the order and size of posts', async () => {
  const ada = await app.signUp()
  const posts = await insertLarge(30)
  const order = [...posts.slice(10), ...posts.slice(0, 10)]
  for (const id of order.toReversed()) await ada.put(`/api/bookmarks/${id}`)
  const first = await secondApp.call('GET', '/api/bookmarks?limit=40', { token: ada.token })
  const seenIds = idsOf(first)
  expect(seenIds.length).toBeLessThan(20)
  expect(seenIds).toEqual(order.slice(0, seenIds.length))
  await ada.put(`/api/bookmarks/${await author.write('Newer')}`)
  await ada.delete(`/api/bookmarks/${order[25]}`)
  for (let next = nextOf(first); next; ) {
    const page = await ada.get(next)
    seenIds.push(...idsOf(page))
    next = nextOf(page)
  }
  expect(seenIds).toEqual(order.filter((_, index) => index !== 25))
})
