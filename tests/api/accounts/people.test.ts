import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount } from '../../../server/features/accounts/deletion.ts'
import { dateOfId, newId } from '../../../server/ids.ts'
import { nextOf, Person, startApp, type TestApp } from '../../app.ts'

// Every test writes to one process and reads from another.
let writer: TestApp
let reader: TestApp
let watcher: Person
beforeAll(async () => {
  writer = await startApp()
  reader = await writer.another()
  const { token, id, name, email } = await writer.signUp('Watcher')
  watcher = new Person(reader, token, id, name, email)
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

const personOf = ({ id }: Person) => reader.call('GET', `/api/people/${id}`)
const postsOf = async (author: string, more = '') => {
  const { status, body, headers } = await watcher.get(`/api/posts?author=${author}${more}`)
  expect(status).toBe(200)
  const ids: string[] = body.map((post: { _id: string }) => post._id)
  return { ids, body, next: nextOf({ headers }) }
}

test('anyone may read a person, with or without a profile, always up to date', async () => {
  const ada = await writer.signUp('Ada Byrne')
  const { status, body } = await personOf(ada)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: ada.id,
    name: 'Ada Byrne',
    handle: 'ada-byrne',
    avatar: expect.stringContaining('/avatar/'),
    date: dateOfId(ada.id),
    hasProfile: false,
    postCount: 0,
  })
  const post = await ada.write('One')
  await ada.write('Two')
  expect((await personOf(ada)).body).toEqual({ ...body, postCount: 2 })
  await ada.delete(`/api/posts/${post}`)
  await ada.post('/api/profile', { status: 'Developer', skills: 'SQL' })
  expect((await personOf(ada)).body).toEqual({ ...body, postCount: 1, hasProfile: true })
})

test('a missing or deleted person is not found', async () => {
  const leaver = await writer.signUp()
  const post = await leaver.write('Soon gone')
  expect((await personOf(leaver)).status).toBe(200)
  expect((await postsOf(leaver.id)).ids).toEqual([post])
  await leaver.delete('/api/profile')
  for (const id of [leaver.id, newId(), 'no-id', '%00']) {
    const response = await reader.call('GET', `/api/people/${id}`)
    expect(response.status, id).toBe(404)
    expect(response.body, id).toEqual({ errors: [{ msg: 'There is no such person' }] })
    expect((await postsOf(id)).ids, id).toEqual([])
  }
})

test('a person whose account is being deleted is not found', async () => {
  const leaver = await writer.signUp()
  expect((await personOf(leaver)).status).toBe(200)
  await closeAccount(writer.db, leaver.id)
  expect((await personOf(leaver)).status).toBe(404)
})

test('the posts of an author are listed newest first, page by page, without those of others', async () => {
  const ada = await writer.signUp()
  const kofi = await writer.signUp()
  const writtenIds: string[] = []
  for (let i = 0; i < 7; i++) {
    writtenIds.unshift(await ada.write(`Ada ${i}`))
    await kofi.write(`Kofi ${i}`)
    expect((await postsOf(ada.id)).ids).toEqual(writtenIds)
  }
  const seenIds: string[] = []
  for (let page = await postsOf(ada.id, '&limit=3'); ; ) {
    seenIds.push(...page.ids)
    if (!page.next) break
    expect(page.next).toMatch(new RegExp(`^/api/posts\\?author=${ada.id}&limit=3&cursor=`))
    await ada.write('New at the top')
    const cursor = new URLSearchParams(page.next.split('?')[1]).get('cursor')
    page = await postsOf(ada.id, `&limit=3&cursor=${cursor}`)
  }
  expect(seenIds).toEqual(writtenIds)
  expect((await postsOf(ada.id.toUpperCase(), '&limit=1')).body[0]).toMatchObject({ user: ada.id })

  await kofi.put(`/api/posts/like/${writtenIds[0]}`)
  const { body } = await postsOf(ada.id)
  expect(body).toContainEqual(expect.objectContaining({ _id: writtenIds[0], likeCount: 1 }))
})

test('a repeated author matches nothing, and an empty one is ignored', async () => {
  await watcher.write('Somebody has to write something')
  expect((await postsOf(`${watcher.id}&author=${watcher.id}`)).ids).toEqual([])
  expect((await postsOf('')).body).toEqual((await watcher.get('/api/posts')).body)
  expect((await reader.call('GET', `/api/posts?author=${watcher.id}`)).status).toBe(401)
})
