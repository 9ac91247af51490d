import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { Person, startApp, type TestApp } from '../../app.ts'

// A change must reach every response that shows it, also in other processes,
// whatever server/platform/cache does.
let writer: TestApp
let reader: TestApp
let author: Person
let commenter: Person
let post: string
let comment: string

beforeAll(async () => {
  writer = await startApp()
  reader = await writer.another()
  author = await writer.signUpWithProfile('Author')
  commenter = await writer.signUpWithProfile('Commenter')
  post = await author.write('A post')
  comment = (await commenter.post(`/api/posts/comment/${post}`, { text: 'A comment' })).body[0]._id
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

async function readResponses() {
  const onReader = new Person(reader, author.token, author.id, author.name, author.email)
  const paths = [
    '/api/posts',
    `/api/posts/${post}`,
    `/api/posts/${post}/comments`,
    '/api/profile',
    `/api/profile/user/${commenter.id}`,
    `/api/people/${commenter.id}`,
  ]
  const responses = await Promise.all(
    paths.map(async (path) => JSON.stringify((await onReader.get(path)).body)),
  )
  return Object.fromEntries(paths.map((path, index) => [path, responses[index] ?? '']))
}

test('a new name appears in every response at once', async () => {
  for (const name of ['Renamed', 'Renamed again']) {
    for (const text of Object.values(await readResponses())) expect(text).not.toContain(`"${name}"`)
    const renamed = await commenter.put('/api/auth/account', { name: ` ${name} ` })
    expect(renamed.status).toBe(200)
    expect(renamed.body).toEqual({ ...(await commenter.get('/api/auth')).body, name })
    for (const [path, text] of Object.entries(await readResponses()))
      expect(text, path).toContain(`"${name}"`)
    const { body } = await commenter.post(`/api/posts/comment/${post}`, { text: 'Another' })
    expect(new Set(body.map((each: { name: string }) => each.name))).toEqual(new Set([name]))
  }
})

test('an invalid name is rejected, and an absent one changes nothing', async () => {
  const before = (await author.get('/api/auth')).body
  for (const name of ['', ' ', null, 5, 'x'.repeat(101)]) {
    const { status, body } = await author.put('/api/auth/account', { name })
    expect([status, body.errors[0].field]).toEqual([400, 'name'])
  }
  expect((await author.put('/api/auth/account', { email: 'other@example.com' })).body).toEqual(before)
  expect((await author.get('/api/auth')).body).toEqual(before)
})

test('an edited comment has the new text in every response that shows it', async () => {
  await readResponses()
  await writer.db.transaction(async (trx) => {
    await trx.updateTable('comments').set({ text: 'Edited' }).where('id', '=', comment).execute()
    recordChanges(trx, `post:${post}`)
  })
  const responses = await readResponses()
  for (const path of ['/api/posts', `/api/posts/${post}`, `/api/posts/${post}/comments`]) {
    expect(responses[path], path).toContain('"Edited"')
    expect(responses[path], path).not.toContain('"A comment"')
  }
  expect(JSON.stringify((await commenter.post(`/api/posts/comment/${post}`, { text: 'x' })).body)).toContain(
    '"Edited"',
  )
})
