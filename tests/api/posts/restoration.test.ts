import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let author: Person
let reader: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  author = await app.signUp('Ada Lovelace')
  reader = await app.signUp('Grace Hopper')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const ON_POSTS = ['likes', 'comments', 'bookmarks', 'post_versions', 'post_tags', 'notifications'] as const

async function writeAndReact(by: Person): Promise<string> {
  const id = await by.write('Hello #undo')
  await by.put(`/api/posts/${id}`, { text: 'Hello again #undo' })
  await reader.put(`/api/posts/like/${id}`)
  await reader.post(`/api/posts/comment/${id}`, { text: 'Welcome' })
  await reader.put(`/api/bookmarks/${id}`)
  return id
}

async function tablesWith(id: string): Promise<string[]> {
  const posts = await app.db.kysely.selectFrom('posts').select('id').where('id', '=', id).execute()
  const tableNames = posts.map(() => 'posts')
  for (const table of ON_POSTS) {
    const rows = await app.db.kysely.selectFrom(table).select('post_id').where('post_id', '=', id).execute()
    if (rows.length > 0) tableNames.push(table)
  }
  return tableNames
}

const restore = (by: Person, id: string, at = app) =>
  at.call('POST', `/api/posts/${id}/restore`, { token: by.token })

const countOf = async (tag: string) => (await author.get(`/api/tags/${tag}`)).body.count
const postCountOf = async ({ id }: Person) => (await author.get(`/api/people/${id}`)).body.postCount

test('a deleted post can be restored once, by any process, and deleted again', async () => {
  const id = await writeAndReact(author)
  const before = (await reader.get(`/api/posts/${id}`)).body
  const counts = [await countOf('undo'), await postCountOf(author)]
  for (let round = 0; round < 2; round++) {
    await author.delete(`/api/posts/${id}`)
    expect([await countOf('undo'), await postCountOf(author)]).toEqual(counts.map((count) => count - 1))
    const responses = await Promise.all([app, secondApp, app].map((at) => restore(author, id, at)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(responses.find(({ status }) => status === 200)?.body).toEqual(before)
    expect((await secondApp.call('GET', `/api/posts/${id}`, { token: reader.token })).body).toEqual(before)
    expect([await countOf('undo'), await postCountOf(author)]).toEqual(counts)
  }
  await app.finishDeletions()
  expect((await reader.get(`/api/posts/${id}`)).body).toEqual(before)
})

test('a deleted post is deleted for good after a minute, whether or not the job has run', async () => {
  const id = await writeAndReact(author)
  const late = await writeAndReact(author)
  await author.delete(`/api/posts/${id}`)
  expect(await tablesWith(id)).toEqual(['posts', ...ON_POSTS])
  await app.finishDeletions()
  expect(await tablesWith(id)).toEqual([])
  expect((await restore(author, id)).status).toBe(404)

  await author.delete(`/api/posts/${late}`)
  await app.db.transaction((trx) =>
    trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'delete-post').execute(),
  )
  expect(await restore(author, late)).toMatchObject({
    status: 404,
    body: { errors: [{ msg: 'Post not found' }] },
  })
})

test('a post that becomes due while it is restored is either back or gone', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => writeAndReact(author)))
  await Promise.all(ids.map((id) => author.delete(`/api/posts/${id}`)))
  const finished = app.finishDeletions()
  const responses = await Promise.all(
    ids.map((id, index) => restore(author, id, index % 2 ? app : secondApp)),
  )
  await finished
  for (const [index, { status }] of responses.entries()) {
    const id = ids[index] as string
    expect([200, 404]).toContain(status)
    expect((await reader.get(`/api/posts/${id}`)).status).toBe(status)
    expect((await tablesWith(id)).length).toBe(status === 200 ? 1 + ON_POSTS.length : 0)
  }
})

test('nothing else can be restored, and nobody else can restore it', async () => {
  const id = await author.write('Still here')
  for (const path of [id, author.id, 'x', '%00']) {
    const response = await author.post(`/api/posts/${path}/restore`)
    expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'Post not found' }] } })
  }
  await author.delete(`/api/posts/${id}`)
  expect((await restore(reader, id)).status).toBe(404)
  expect((await app.call('POST', `/api/posts/${id}/restore`)).status).toBe(401)
  // Another member's attempt must not cancel the deletion.
  await app.finishDeletions()
  expect(await tablesWith(id)).toEqual([])
})

test('a deleted post is gone at once when its account is deleted', async () => {
  const leaver = await app.signUp('Leaver')
  const id = await writeAndReact(leaver)
  await leaver.delete(`/api/posts/${id}`)
  expect((await leaver.delete('/api/profile')).status).toBe(200)
  expect(await tablesWith(id)).toEqual([])
  expect((await restore(leaver, id)).status).toBe(401)
  await app.finishDeletions()
})

test('what a moderator has removed stays deleted, and is in no list of removals', async () => {
  const moderator = await app.signUpAs('moderator')
  const id = await writeAndReact(author)
  await moderator.post('/api/admin/removals', { post: id, reason: 'Spam' })
  await author.delete(`/api/posts/${id}`)
  for (const [by, path] of [
    [moderator, '/api/admin/removals'],
    [author, '/api/auth/removals'],
    [author, '/api/notifications'],
  ] as const) {
    expect(JSON.stringify((await by.get(path)).body)).not.toContain(id)
  }
  expect((await restore(author, id)).status).toBe(404)
  await app.finishDeletions()
  expect(await tablesWith(id)).toEqual([])
})

test('a suspension within the minute hides a deleted post from its return, too', async () => {
  const moderator = await app.signUpAs('moderator')
  const member = await app.signUp('Suspended')
  const keptPost = await writeAndReact(member)
  const id = await writeAndReact(member)
  const before = (await reader.get(`/api/posts/${id}`)).body
  await member.delete(`/api/posts/${id}`)
  await moderator.put(`/api/admin/suspensions/${member.id}`, { reason: 'Spam' })
  expect((await restore(member, id)).status).toBe(401)
  await moderator.delete(`/api/admin/suspensions/${member.id}`)
  expect((await reader.get(`/api/posts/${keptPost}`)).status).toBe(200)
  expect((await reader.get(`/api/posts/${id}`)).status).toBe(404)
  const { body } = await app.call('POST', '/api/auth', {
    body: { email: member.email, password: 'correct horse' },
  })
  expect((await app.call('POST', `/api/posts/${id}/restore`, { token: body.token })).body).toEqual(before)
})
