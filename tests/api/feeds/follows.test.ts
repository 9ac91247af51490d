import { afterAll, beforeAll, expect, test } from 'vitest'
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

const follows = async ({ token }: Person) => (await secondApp.call('GET', '/api/follows', { token })).body
const idsIn = ({ people }: { people: { _id: string }[] }) => people.map(({ _id }) => _id)

test('people are followed once, most recent first, in every process, until it ends', async () => {
  const ada = await app.signUp()
  const kofi = await app.signUp('Kofi Mensah')
  const mei = await app.signUp()
  expect(await follows(ada)).toEqual({ people: [], tags: [] })
  for (const person of [kofi, mei, kofi]) {
    const response = await ada.put(`/api/follows/people/${person.id.toUpperCase()}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Followed' } })
  }
  const { people } = await follows(ada)
  const { body } = await app.call('GET', `/api/people/${kofi.id}`)
  const { _id, name, handle, avatar } = body
  expect(people).toEqual([expect.objectContaining({ _id: mei.id }), { _id, name, handle, avatar }])
  await kofi.put('/api/auth/account', { name: 'Kofi the Second' })
  expect((await follows(ada)).people[1].name).toBe('Kofi the Second')
  expect(idsIn(await follows(kofi))).toEqual([])
  for (let twice = 0; twice < 2; twice++) {
    const response = await ada.delete(`/api/follows/people/${mei.id}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Unfollowed' } })
    expect(idsIn(await follows(ada))).toEqual([kofi.id])
  }
  await kofi.delete('/api/profile')
  expect(idsIn(await follows(ada))).toEqual([])
  await ada.put(`/api/follows/people/${mei.id}`)
  await ada.put('/api/follows/tags/sql')
  expect((await ada.delete('/api/profile')).status).toBe(200)
  const remaining = await app.db.kysely.selectFrom('follows_people').selectAll().execute()
  expect(remaining.filter(({ user_id, other_id }) => [user_id, other_id].includes(ada.id))).toEqual([])
})

test('following needs someone else who exists and is not suspended', async () => {
  const ada = await app.signUp()
  const kofi = await app.signUp()
  const moderator = await app.signUpAs('moderator')
  const oneself = await ada.put(`/api/follows/people/${ada.id}`)
  expect(oneself).toMatchObject({ status: 400, body: { errors: [{ msg: 'You cannot follow yourself' }] } })
  await ada.put(`/api/follows/people/${kofi.id}`)
  await moderator.put(`/api/admin/suspensions/${kofi.id}`, { reason: 'Rude' })
  for (const id of [newId(), 'x', '%00', kofi.id]) {
    const response = await moderator.put(`/api/follows/people/${id}`)
    expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'There is no such person' }] } })
  }
  expect(idsIn(await follows(ada))).toEqual([])
  await moderator.delete(`/api/admin/suspensions/${kofi.id}`)
  expect(idsIn(await follows(ada))).toEqual([kofi.id])
})

test('blocking ends following in both directions, and the blocked cannot follow again', async () => {
  const ada = await app.signUp()
  const kofi = await app.signUp()
  await ada.put(`/api/follows/people/${kofi.id}`)
  await kofi.put(`/api/follows/people/${ada.id}`)
  await ada.put(`/api/blocks/${kofi.id}`)
  expect([idsIn(await follows(ada)), idsIn(await follows(kofi))]).toEqual([[], []])
  const refused = await kofi.put(`/api/follows/people/${ada.id}`)
  expect(refused).toMatchObject({ status: 403, body: { errors: [{ msg: 'This person has blocked you' }] } })
  await ada.delete(`/api/blocks/${kofi.id}`)
  expect((await kofi.put(`/api/follows/people/${ada.id}`)).status).toBe(200)
})

test('whoever blocks someone at the moment in which they follow is not followed', async () => {
  const ada = await app.signUp()
  const crowd = await Promise.all(Array.from({ length: 8 }, () => app.signUp()))
  await Promise.all(
    crowd.flatMap((person) => [
      secondApp.call('PUT', `/api/follows/people/${ada.id}`, { token: person.token }),
      ada.put(`/api/blocks/${person.id}`),
    ]),
  )
  for (const person of crowd) expect(idsIn(await follows(person))).toEqual([])
})

test('tags are followed in the form in which posts have them', async () => {
  const ada = await app.signUp()
  const longest = '語'.repeat(50)
  for (const tag of ['C++', '#c++', 'Node.JS', '日本語', 'e\u0301te\u0301', longest]) {
    const response = await ada.put(`/api/follows/tags/${encodeURIComponent(tag)}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Followed' } })
  }
  expect((await follows(ada)).tags).toEqual([longest, '\u00e9t\u00e9', '日本語', 'node.js', 'c++'])
  await ada.delete('/api/follows/tags/C%2B%2B')
  await ada.delete('/api/follows/tags/unheard-of')
  expect((await follows(ada)).tags).toHaveLength(4)
  for (const tag of ['123', 'a b', '##sql', 'a/b', '-', '\0', '\ud800', "x'--", '語'.repeat(51)]) {
    for (const method of ['PUT', 'DELETE']) {
      const path = `/api/follows/tags/${encodeURIComponent(tag.toWellFormed())}`
      const response = await app.call(method, path, { token: ada.token })
      expect(response, tag).toMatchObject({
        status: 400,
        body: { errors: [{ msg: 'Tag is not valid', field: 'tag' }] },
      })
    }
  }
})

test('a member follows a thousand people and two hundred tags at most', async () => {
  const ada = await app.signUp()
  const one = await app.signUp()
  const crowd = Array.from({ length: 1_000 }, () => newId())
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, crowd)
    const people = crowd.map((id) => ({ user_id: ada.id, other_id: id, id: newId() }))
    await trx.insertInto('follows_people').values(people).execute()
    const tags = crowd.slice(0, 200).map((tag) => ({ user_id: ada.id, tag, id: newId() }))
    await trx.insertInto('follows_tags').values(tags).execute()
  })
  expect(await ada.put(`/api/follows/people/${one.id}`)).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'You can follow at most 1000 people' }] },
  })
  expect(await ada.put('/api/follows/tags/one-more')).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'You can follow at most 200 tags' }] },
  })
  const { people, tags } = await follows(ada)
  expect([people.length, tags.length]).toEqual([1_000, 200])
  expect((await ada.put(`/api/follows/people/${crowd[0]}`)).status).toBe(200)
  expect((await ada.put(`/api/follows/tags/${crowd[0]}`)).status).toBe(200)
})
