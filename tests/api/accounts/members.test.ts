import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount } from '../../../server/features/accounts/deletion.ts'
import { dateOfId, newId } from '../../../server/ids.ts'
import { insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let admin: Person
let moderator: Person
beforeAll(async () => {
  app = await startApp()
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
})
afterAll(() => app.stop())

const list = (query = '', person = moderator) => person.get(`/api/admin/members${query}`)
const findIds = async (q: string) =>
  (await list(`?q=${encodeURIComponent(q)}`)).body.map(({ _id }: { _id: string }) => _id)
const setRole = (person: Person, role: string, by = admin) =>
  by.put(`/api/admin/members/${person.id}`, { role })

test('moderators see all members, newest first, page by page, without those who leave', async () => {
  const ada = await app.signUp('Ada Byrne', 'ada@example.com')
  const leaver = await app.signUp()
  await closeAccount(app.db, leaver.id)
  const { status, body } = await list('?limit=3')
  expect(status).toBe(200)
  expect(body[0]).toEqual({
    _id: ada.id,
    name: 'Ada Byrne',
    handle: 'ada-byrne',
    email: 'ada@example.com',
    role: 'member',
    date: dateOfId(ada.id),
    suspended: false,
    suspension: null,
    invitedBy: null,
  })
  const first = await list('?limit=2')
  expect(first.body.map(({ _id }: Person & { _id: string }) => _id)).toEqual([ada.id, moderator.id])
  const second = await moderator.get(nextOf(first) ?? '')
  expect(second.body.map(({ _id }: { _id: string }) => _id)).toEqual([admin.id])
  expect(second.headers.get('link')).toBeNull()
})

test('a search finds parts of names, handles and emails, in any case, and nothing by wildcards', async () => {
  const percy = await app.signUp('Percy 100%', 'under_score@example.org')
  const elodie = await app.signUp('Élodie Ångström', 'elodie@example.net')
  expect(await findIds('PERCY')).toEqual([percy.id])
  expect(await findIds('cy 100')).toEqual([percy.id])
  expect(await findIds('0%')).toEqual([percy.id])
  expect(await findIds('R_SCORE')).toEqual([percy.id])
  expect(await findIds('@EXAMPLE.org')).toEqual([percy.id])
  expect(await findIds('élodie')).toEqual([elodie.id])
  expect(await findIds('ångström')).toEqual([elodie.id])
  expect(await findIds(`  ${elodie.email} `)).toEqual([elodie.id])
  expect(await findIds('@elodie-angstrom')).toEqual([elodie.id])
  for (const nothing of ['%%', '_%_', '\\', "' or 1=1 --", 'é%'])
    expect(await findIds(nothing), nothing).toEqual([])
  const long = await list(`?q=${'x'.repeat(101)}`)
  expect(long.body.errors).toEqual([{ msg: 'Search must be at most 100 characters', field: 'q' }])
  expect((await list('?q=%00')).status).toBe(400)
})

test('a search looks at a limited number of accounts at a time, and goes on where it stopped', async () => {
  const needle = await app.signUp('Needle', 'needle@haystack.example')
  const ids = Array.from({ length: 26_000 }, () => newId())
  for (let from = 0; from < ids.length; from += 1_000) {
    await app.db.transaction((trx) => insertCrowd(trx, ids.slice(from, from + 1_000)))
  }
  const first = await list('?q=needl')
  expect(first.body).toEqual([])
  const next = await moderator.get(nextOf(first) ?? '')
  expect(next.body.map(({ _id }: { _id: string }) => _id)).toEqual([needle.id])
  expect(await findIds(needle.email)).toEqual([needle.id])
})

test('an admin gives and takes roles, which is logged with both names', async () => {
  const member = await app.signUp('Grace Hopper')
  expect(await setRole(member, 'moderator')).toMatchObject({
    status: 200,
    body: { _id: member.id, role: 'moderator' },
  })
  expect((await list('?limit=1', member)).status).toBe(200)
  expect((await setRole(member, 'member')).body.role).toBe('member')
  expect((await list('?limit=1', member)).status).toBe(403)
  await setRole(member, 'member')
  const { body } = await moderator.get('/api/admin/log?limit=3')
  expect(body.slice(0, 2)).toMatchObject([
    { action: 'role', by: { _id: admin.id }, to: { _id: member.id }, details: 'moderator → member' },
    { action: 'role', by: { name: admin.name }, to: { name: 'Grace Hopper' }, details: 'member → moderator' },
  ])
  await member.delete('/api/profile')
  expect((await moderator.get('/api/admin/log?limit=2')).body).toEqual(body.slice(0, 2))
})

test('only an admin changes roles, the last admin stays, and invalid roles are refused', async () => {
  const member = await app.signUp()
  for (const person of [member, moderator]) {
    expect((await setRole(member, 'admin', person)).status).toBe(403)
  }
  expect((await list('', member)).status).toBe(403)
  expect((await setRole(admin, 'member')).body).toEqual({
    errors: [{ msg: 'The last admin cannot step down or be deleted' }],
  })
  expect((await setRole(member, 'owner')).body.errors[0]).toMatchObject({ field: 'role' })
  for (const id of [newId(), 'x']) {
    const response = await admin.put(`/api/admin/members/${id}`, { role: 'admin' })
    expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'There is no such member' }] } })
  }
})
