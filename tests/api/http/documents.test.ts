import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { document } from '../../../server/platform/cache/document.ts'
import { list } from '../../../server/platform/cache/list.ts'
import { Person, startApp, type TestApp } from '../../app.ts'

// Every change, by a call or in the database with its topic, must reach all responses that show it,
// in other processes too, without any change to server/platform/cache.
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

/** All responses that show a person or a text, from the other process. */
async function answers() {
  const there = new Person(reader, author.token, author.id, author.name, author.email)
  const paths = [
    '/api/posts',
    `/api/posts/${post}`,
    `/api/posts/${post}/comments`,
    '/api/profile',
    `/api/profile/user/${commenter.id}`,
    `/api/people/${commenter.id}`,
  ]
  const found = await Promise.all(paths.map(async (path) => JSON.stringify((await there.get(path)).body)))
  return Object.fromEntries(paths.map((path, index) => [path, found[index] ?? '']))
}

test('a new name appears in every response at once', async () => {
  for (const name of ['Renamed', 'Renamed again']) {
    for (const text of Object.values(await answers())) expect(text).not.toContain(`"${name}"`)
    const renamed = await commenter.put('/api/auth/account', { name: ` ${name} ` })
    expect(renamed.status).toBe(200)
    expect(renamed.body).toEqual({ ...(await commenter.get('/api/auth')).body, name })
    for (const [path, text] of Object.entries(await answers())) expect(text, path).toContain(`"${name}"`)
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
  await answers()
  await writer.db.transaction(async (trx) => {
    await trx.updateTable('comments').set({ text: 'Edited' }).where('id', '=', comment).execute()
    await recordChanges(trx, `post:${post}`, `comment:${comment}`)
  })
  const found = await answers()
  for (const path of ['/api/posts', `/api/posts/${post}`, `/api/posts/${post}/comments`]) {
    expect(found[path], path).toContain('"Edited"')
    expect(found[path], path).not.toContain('"A comment"')
  }
  expect(JSON.stringify((await commenter.post(`/api/posts/comment/${post}`, { text: 'x' })).body)).toContain(
    '"Edited"',
  )
})

test('lists with filters are cached separately, and only the changed ones are loaded again', async () => {
  const { cache } = reader.running.context
  const rows = new Map([
    ['1', { id: '1', tag: 'a', text: 'one' }],
    ['2', { id: '2', tag: 'b', text: 'two' }],
    ['3', { id: '3', tag: 'a', text: 'three' }],
  ])
  const load = vi.fn(
    async (ids: string[]) => new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id) as Row]] : []))),
  )
  type Row = { id: string; tag: string; text: string }
  const keys = vi.fn(async ({ tag }: { tag: string }) => ({
    keys: [...rows.values()].filter((row) => row.tag === tag).map(({ id }) => ({ id, position: id })),
    isLast: true,
  }))
  const row = document(cache, {
    schema: Type.Object({ id: Type.String(), text: Type.String() }),
    topic: (id) => `row:${id}`,
    load,
  })
  const byTag = list(cache, {
    of: row,
    path: ({ tag }: { tag: string }) => `/rows?tag=${tag}`,
    topic: ({ tag }) => `tag:${tag}`,
    keys,
  })
  const read = async (tag: string) => {
    await cache.watch.check()
    const { value } = await byTag({ tag }, { limit: 10, before: undefined })
    return JSON.parse(String(value.rawForm(undefined, 'no-store', '')?.body))
  }
  // Written by the other process.
  const change = (...topics: string[]) => writer.db.transaction((trx) => recordChanges(trx, ...topics))

  expect([await read('a'), await read('b')]).toEqual([
    [
      { id: '1', text: 'one' },
      { id: '3', text: 'three' },
    ],
    [{ id: '2', text: 'two' }],
  ])
  rows.set('3', { id: '3', tag: 'a', text: 'changed' })
  await change('row:3')
  expect(await read('a')).toEqual([
    { id: '1', text: 'one' },
    { id: '3', text: 'changed' },
  ])
  rows.set('4', { id: '4', tag: 'b', text: 'four' })
  await change('tag:b')
  expect((await read('b')).map(({ id }: Row) => id)).toEqual(['2', '4'])
  await read('a')
  expect(load.mock.calls.map(([ids]) => ids)).toEqual([['3', '1'], ['2'], ['3'], ['4']])
  expect(keys.mock.calls.map(([query]) => query.tag)).toEqual(['a', 'b', 'b'])

  // A document that is listed but cannot be shown for a while is back as soon as it can.
  const hidden = rows.get('3') as Row
  load.mockImplementation(async (ids) => new Map(ids.includes('1') ? [['1', rows.get('1') as Row]] : []))
  await change('row:3')
  expect((await read('a')).map(({ id }: Row) => id)).toEqual(['1'])
  load.mockImplementation(async () => new Map([['3', hidden]]))
  expect((await read('a')).map(({ id }: Row) => id)).toEqual(['1', '3'])
})
