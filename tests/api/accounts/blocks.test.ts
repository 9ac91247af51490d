import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBlockedBy } from '../../../server/features/accounts/blocks/queries.ts'
import { newId } from '../../../server/ids.ts'
import { insertCrowd, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const account = async (person: Person) =>
  (await secondApp.call('GET', '/api/auth', { token: person.token })).body

describe.each([
  ['mutes', 'muted', 'Muted', 'Unmuted', 'You cannot mute yourself'],
  ['blocks', 'blocked', 'Blocked', 'Unblocked', 'You cannot block yourself'],
])('%s', (table, field, begun, ended, oneself) => {
  test(`${table} are in the own account at once, in every process, in the order in which they began`, async () => {
    const ada = await app.signUp()
    const kofi = await app.signUp()
    const mei = await app.signUp()
    expect((await account(ada))[field]).toEqual([])
    for (const person of [mei, kofi, mei]) {
      const response = await ada.put(`/api/${table}/${person.id.toUpperCase()}`)
      expect(response).toMatchObject({ status: 200, body: { msg: begun } })
    }
    expect((await account(ada))[field]).toEqual([mei.id, kofi.id])
    expect((await account(kofi))[field]).toEqual([])
    for (let twice = 0; twice < 2; twice++) {
      const response = await ada.delete(`/api/${table}/${mei.id}`)
      expect(response).toMatchObject({ status: 200, body: { msg: ended } })
      expect((await account(ada))[field]).toEqual([kofi.id])
    }
    await kofi.delete('/api/profile')
    expect((await account(ada))[field]).toEqual([])
    await ada.put(`/api/${table}/${mei.id}`)
    expect((await ada.delete('/api/profile')).status).toBe(200)
  })

  test(`${table} need someone else who exists`, async () => {
    const ada = await app.signUp()
    expect((await ada.put(`/api/${table}/${ada.id}`)).body).toEqual({ errors: [{ msg: oneself }] })
    for (const id of [newId(), 'x', '%00']) {
      for (const method of ['PUT', 'DELETE']) {
        const response = await app.call(method, `/api/${table}/${id}`, { token: ada.token })
        expect(response).toMatchObject({
          status: 404,
          body: { errors: [{ msg: 'There is no such person' }] },
        })
      }
    }
  })

  test(`${table} are a thousand at most`, async () => {
    const ada = await app.signUp()
    const crowd = Array.from({ length: 1_000 }, () => newId())
    await app.db.transaction(async (trx) => {
      await insertCrowd(trx, crowd)
      const rows = crowd.map((id) => ({ user_id: ada.id, other_id: id, id: newId() }))
      await trx
        .insertInto(table as 'mutes')
        .values(rows)
        .execute()
    })
    const member = await app.signUp()
    const response = await ada.put(`/api/${table}/${member.id}`)
    const verb = table.slice(0, -1)
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ msg: `You can ${verb} at most 1000 people` }] },
    })
    expect((await account(ada))[field]).toEqual(crowd)
    expect((await ada.put(`/api/${table}/${crowd[0]}`)).status).toBe(200)
  })
})

test('the blocked cannot comment on posts of who blocked them, in any process, until it ends', async () => {
  const author = await app.signUp()
  const blocked = await app.signUp()
  const post = await author.write('For almost everyone')
  const comment = (at: TestApp, person: Person, id = post) =>
    at.call('POST', `/api/posts/comment/${id}`, { token: person.token, body: { text: 'Hi' } })
  const before = (await comment(secondApp, blocked)).body[0]._id
  expect(await isBlockedBy(app.db.kysely, author.id, blocked.id)).toBe(false)
  await author.put(`/api/blocks/${blocked.id}`)
  expect(await isBlockedBy(app.db.kysely, author.id, blocked.id)).toBe(true)
  for (const instance of [secondApp, app]) {
    const refused = await comment(instance, blocked)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ errors: [{ msg: 'The author of this post has blocked you' }] })
    const edited = { token: blocked.token, body: { text: 'Something else' } }
    expect((await instance.call('PUT', `/api/posts/comment/${post}/${before}`, edited)).body).toEqual(
      refused.body,
    )
  }
  expect((await comment(secondApp, blocked, newId())).status).toBe(404)
  expect((await comment(secondApp, blocked, await blocked.write('My own'))).status).toBe(200)
  expect((await comment(secondApp, await app.signUp())).status).toBe(200)
  const otherPost = await (await app.signUp()).write('Of someone else')
  const [{ _id: parent }] = (await comment(secondApp, author, otherPost)).body
  const answered = await blocked.post(`/api/posts/comment/${otherPost}`, { text: 'Hi', parent })
  expect(answered).toMatchObject({
    status: 403,
    body: { errors: [{ msg: 'The author of this comment has blocked you' }] },
  })
  expect((await comment(secondApp, blocked, otherPost)).status).toBe(200)
  expect((await comment(secondApp, author, await blocked.write('Of the blocked'))).status).toBe(200)
  await author.delete(`/api/blocks/${blocked.id}`)
  await author.put(`/api/mutes/${blocked.id}`)
  expect((await comment(secondApp, blocked)).status).toBe(200)
})

test('a mention by the blocked of who blocked them is only text', async () => {
  const author = await app.signUp('Mentioned Author')
  const blocked = await app.signUp()
  const mention = async () => {
    const text = `Hello @${(await account(author)).handle}`
    return (await blocked.post('/api/posts', { text })).body.html
  }
  expect(await mention()).toContain(`href="/profile/${author.id}"`)
  await author.put(`/api/blocks/${blocked.id}`)
  expect(await mention()).not.toContain(author.id)
})

test('two people can block each other at the same moment', async () => {
  const ada = await app.signUp()
  const kofi = await app.signUp()
  for (let round = 0; round < 10; round++) {
    const blocks = [ada.put(`/api/blocks/${kofi.id}`), kofi.put(`/api/blocks/${ada.id}`)]
    expect((await Promise.all(blocks)).map(({ status }) => status)).toEqual([200, 200])
    await Promise.all([ada.delete(`/api/blocks/${kofi.id}`), kofi.delete(`/api/blocks/${ada.id}`)])
  }
})
