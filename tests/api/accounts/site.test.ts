import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, mayCall, type Rights } from '../../../contract/access.ts'
import { type Call, calls } from '../../../contract/calls.ts'
import { closeAccount } from '../../../server/features/accounts/deletion.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let admin: Person
let member: Person

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  admin = await app.signUpAs('admin')
  member = await app.signUp()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const DEFAULTS = {
  name: 'Developer Connector',
  description: 'Create a developer profile/portfolio, share posts and get help from other developers',
  registration: 'open',
  reading: 'members',
  profiles: 'public',
  approval: false,
  confirm: 'optional',
  indexing: 'all',
  pages: [],
  mail: false,
  signIn: [],
  passwordSignIn: true,
}

test('without settings, a community works as specified', async () => {
  expect((await app.call('GET', '/api/site')).body).toEqual(DEFAULTS)
  expect((await member.get('/api/auth')).body.role).toBe('member')
})

test('an admin changes the given settings, and every process shows them at once', async () => {
  await secondApp.call('GET', '/api/site')
  const changed = await admin.put('/api/admin/site', {
    name: '  Dublin "Developers" ',
    registration: 'invite',
  })
  const expected = { ...DEFAULTS, name: 'Dublin "Developers"', registration: 'invite' }
  expect(changed).toMatchObject({ status: 200, body: expected })
  expect((await secondApp.call('GET', '/api/site')).body).toEqual(expected)
  const back = { name: DEFAULTS.name, registration: 'open' }
  expect((await admin.put('/api/admin/site', back)).body).toEqual(DEFAULTS)
})

test('invalid settings are reported by field and change nothing', async () => {
  const wrong = await admin.put('/api/admin/site', {
    name: ' ',
    description: 'x'.repeat(301),
    registration: 'maybe',
    reading: 'all',
    profiles: 'nobody',
    approval: 'yes',
    confirm: true,
    indexing: null,
  })
  expect(wrong.status).toBe(400)
  const fields = wrong.body.errors.map(({ field }: { field: string }) => field)
  expect(fields).toEqual([
    'name',
    'description',
    'registration',
    'reading',
    'profiles',
    'approval',
    'confirm',
    'indexing',
  ])
  expect((await app.call('GET', '/api/site')).body).toEqual(DEFAULTS)
})

test('only an admin may change the settings, as soon as they are one', async () => {
  for (const person of [member, await app.signUpAs('moderator')]) {
    const refused = await person.put('/api/admin/site', { name: 'Mine' })
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ msg: 'User not authorized' }] } })
  }
  const { changeRole } = await import('../../../server/features/accounts/roles.ts')
  const risen = await app.signUp()
  const change = () => secondApp.call('PUT', '/api/admin/site', { token: risen.token, body: {} })
  expect((await change()).status).toBe(403)
  await app.db.transaction((trx) => changeRole(trx, risen.id, 'admin'))
  expect((await change()).status).toBe(200)
  expect((await secondApp.call('GET', '/api/auth', { token: risen.token })).body.role).toBe('admin')
  await app.db.transaction((trx) => changeRole(trx, risen.id, 'member'))
  expect((await change()).status).toBe(403)
})

let paths: string[]

beforeAll(async () => {
  const post = await member.write('For everyone')
  await member.post(`/api/posts/comment/${post}`, { text: 'Indeed' })
  paths = [
    '/api/posts',
    `/api/posts/${post}`,
    `/api/posts/${post}/comments`,
    `/api/posts?author=${member.id}`,
  ]
})

const read = async (at: TestApp, path: string, token?: string) =>
  (await at.call('GET', path, { token })).status

test('where the community reads in public, visitors can read posts and comments while it is on, on every process', async () => {
  for (let round = 0; round < 3; round++) {
    for (const instance of [app, secondApp])
      for (const path of paths) expect(await read(instance, path)).toBe(401)
    await admin.put('/api/admin/site', { reading: 'public' })
    for (const instance of [secondApp, app]) {
      // The second response comes from the cache.
      for (const path of [...paths, ...paths]) expect(await read(instance, path), path).toBe(200)
      expect(await read(instance, '/api/posts', 'dead')).toBe(200)
      expect(await read(instance, '/api/posts', member.token)).toBe(200)
    }
    await admin.put('/api/admin/site', { reading: 'members' })
    for (const instance of [secondApp, app]) {
      for (const path of paths) expect(await read(instance, path), path).toBe(401)
      expect(await read(instance, '/api/posts', 'dead')).toBe(401)
      expect(await read(instance, '/api/posts', member.token)).toBe(200)
    }
  }
})

test('where the community reads in public, visitors can read nothing else', async () => {
  await admin.put('/api/admin/site', { reading: 'public' })
  const closedCalls = Object.entries<Call>(calls).filter(
    ([, { access }]) => !['anyone', 'reader', 'profile-reader'].includes(access),
  )
  for (const [name] of closedCalls) {
    const [method = '', path = ''] = name.split(' ')
    expect((await app.call(method, path.replace(/:\w+/g, 'some-id'))).status, name).toBe(401)
  }
  await admin.put('/api/admin/site', { reading: 'members' })
})

test('access is denied by default: only named kinds are allowed', () => {
  const visitor: Rights = { role: 'visitor', mayRead: false, mayReadProfiles: false }
  const reader: Rights = { ...visitor, mayRead: true }
  const profileReader: Rights = { ...visitor, mayReadProfiles: true }
  const unconfirmed: Rights = { role: 'admin', mustConfirm: true }
  const callers = [
    undefined,
    visitor,
    reader,
    profileReader,
    { role: 'member' },
    { role: 'moderator' },
    { role: 'admin' },
  ]
  const allowed = (access: string) => callers.map((caller) => mayCall(access as Access, caller as Rights))
  expect(allowed('anyone')).toEqual([true, true, true, true, true, true, true])
  expect(allowed('reader')).toEqual([false, false, true, false, true, true, true])
  expect(allowed('profile-reader')).toEqual([false, false, false, true, true, true, true])
  expect(allowed('member')).toEqual([false, false, false, false, true, true, true])
  expect(allowed('contributor')).toEqual([false, false, false, false, true, true, true])
  expect(mayCall('contributor', unconfirmed)).toBe(false)
  expect(mayCall('admin', unconfirmed)).toBe(true)
  expect(allowed('moderator')).toEqual([false, false, false, false, false, true, true])
  expect(allowed('admin')).toEqual([false, false, false, false, false, false, true])
  expect(allowed('something new')).toEqual([false, false, false, false, false, false, false])
  expect(mayCall('member', { role: 'something new' } as never)).toBe(false)
  expect(mayCall('reader', { role: 'something new' } as never)).toBe(false)
})

test('the last admin can neither step down nor be deleted, even if all try at once', async () => {
  const lonely = await startApp()
  const { changeRole } = await import('../../../server/features/accounts/roles.ts')
  const admins = await Promise.all([1, 2, 3].map(() => lonely.signUpAs('admin')))
  const outcomes = await Promise.allSettled([
    ...admins.slice(1).map(({ id }) => lonely.db.transaction((trx) => changeRole(trx, id, 'member'))),
    admins[0]?.delete('/api/profile').then(({ status }) => {
      if (status !== 200) throw new Error(`Refused with ${status}`)
    }),
  ])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  const remainingAdmins = await lonely.db.kysely
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .execute()
  expect(remainingAdmins).toHaveLength(1)
  const lastAdmin = admins.find(({ id }) => id === remainingAdmins[0]?.id) as Person
  const leaver = await lonely.signUp()
  await closeAccount(lonely.db, leaver.id)
  await lonely.db.transaction((trx) => changeRole(trx, leaver.id, 'admin'))
  const refused = {
    status: 400,
    body: { errors: [{ msg: 'The last admin cannot step down or be deleted' }] },
  }
  expect(await lastAdmin.delete('/api/profile')).toMatchObject(refused)
  expect((await lastAdmin.get('/api/auth')).status).toBe(200)

  const secondApp = await lonely.another()
  for (let round = 0; round < 5; round++) {
    const second = await lonely.signUpAs('admin')
    const steps = await Promise.all([
      lastAdmin.put(`/api/admin/members/${second.id}`, { role: 'member' }),
      secondApp.call('PUT', `/api/admin/members/${lastAdmin.id}`, {
        token: second.token,
        body: { role: 'member' },
      }),
    ])
    expect(steps.filter(({ status }) => status === 200)).toHaveLength(1)
    await lonely.db.transaction((trx) => changeRole(trx, lastAdmin.id, 'admin'))
    await lonely.db.transaction((trx) => changeRole(trx, second.id, 'member'))
  }
  await secondApp.stop()
  await lonely.stop()
})
