import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstStartPath } from '../../../server/features/sign-in/setup.ts'
import { nextOf, PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let admin: Person
let moderator: Person
let member: Person

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
  member = await app.signUp('Ada Byrne')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})
beforeEach(() => admin.put('/api/admin/site', { registration: 'invite', inviting: 'moderators' }))

let registered = 0
function register(invitation?: unknown, at = app) {
  const email = `invited-${++registered}@example.com`
  return at.call('POST', '/api/users', { body: { name: 'New', email, password: PASSWORD, invitation } })
}

const needed = { status: 400, body: { errors: [{ msg: 'An invitation is needed', field: 'invitation' }] } }

test('where an invitation is needed, only a valid one lets people in, as often as it says', async () => {
  for (const wrong of [undefined, null, '', 'invented']) expect(await register(wrong)).toMatchObject(needed)
  const created = await moderator.post('/api/invitations', { uses: 2, days: 3 })
  expect(created).toMatchObject({
    status: 200,
    body: { uses: 2, used: 0, user: moderator.id, name: moderator.name },
  })
  const { code, url, expires } = created.body
  expect(url).toBe(`${app.running.address}/register?invitation=${code}`)
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  expect((await register(code)).status).toBe(200)
  expect((await register(code, secondApp)).status).toBe(200)
  expect(await register(code)).toMatchObject(needed)
  const [listed] = (await moderator.get('/api/invitations')).body
  expect(listed).toMatchObject({ _id: created.body._id, used: 2 })
  for (const query of ['?limit=2', '?q=invited-&limit=2']) {
    const { body } = await admin.get(`/api/admin/members${query}`)
    const inviters = body.map(({ invitedBy }: { invitedBy: unknown }) => invitedBy)
    const inviter = { _id: moderator.id, name: moderator.name }
    expect(inviters).toEqual([inviter, inviter])
  }
})

test('registrations at the same moment each take one use of an invitation', async () => {
  const { code } = (await moderator.post('/api/invitations', { uses: 3 })).body
  const tries = Array.from({ length: 8 }, (_, index) => register(code, index % 2 ? app : secondApp))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
})

test('a registration that fails takes no use of its invitation', async () => {
  const { code, _id } = (await moderator.post('/api/invitations', {})).body
  const body = { name: 'New', email: member.email, password: PASSWORD, invitation: code }
  expect((await app.call('POST', '/api/users', { body })).body.errors[0].msg).toBe('User already exists')
  const mine = (await moderator.get('/api/invitations')).body
  expect(mine.find((each: { _id: string }) => each._id === _id)).toMatchObject({ uses: 1, used: 0 })
  expect((await register(code)).status).toBe(200)
})

test('an invitation that has expired or was revoked lets nobody in', async () => {
  const expired = (await moderator.post('/api/invitations', {})).body
  await app.db.transaction((trx) =>
    trx
      .updateTable('invitations')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', expired._id)
      .execute(),
  )
  expect(await register(expired.code)).toMatchObject(needed)
  const revoked = (await admin.post('/api/invitations', {})).body
  expect((await moderator.delete(`/api/invitations/${revoked._id}`)).status).toBe(200)
  expect((await admin.get('/api/admin/log?limit=1')).body[0]).toMatchObject({
    action: 'invitation',
    by: { _id: moderator.id },
    to: { _id: admin.id },
  })
  expect(await register(revoked.code, secondApp)).toMatchObject(needed)
  const suspended = await app.signUpAs('moderator')
  const ownInvitation = (await suspended.post('/api/invitations', {})).body
  await admin.put(`/api/admin/suspensions/${suspended.id}`, { reason: 'Three warnings' })
  expect(await register(ownInvitation.code, secondApp)).toMatchObject(needed)
  await admin.delete(`/api/admin/suspensions/${suspended.id}`)
  expect((await register(ownInvitation.code, secondApp)).status).toBe(200)
})

test('members invite where the community lets them, and see and revoke only their own', async () => {
  expect((await member.post('/api/invitations', {})).status).toBe(403)
  await admin.put('/api/admin/site', { inviting: 'members' })
  const ownInvitation = (await member.post('/api/invitations', { uses: 1 })).body
  const foreign = (await moderator.post('/api/invitations', {})).body
  expect((await member.get('/api/invitations')).body.map(({ _id }: { _id: string }) => _id)).toEqual([
    ownInvitation._id,
  ])
  expect((await member.delete(`/api/invitations/${foreign._id}`)).status).toBe(404)
  expect((await member.delete(`/api/invitations/${ownInvitation._id}`)).status).toBe(200)
  const page = await moderator.get('/api/invitations?limit=1')
  expect(page.body).toHaveLength(1)
  const next = nextOf(page) ?? ''
  const second = (await moderator.get(next)).body
  expect(second).toHaveLength(1)
  expect(second[0]._id < page.body[0]._id).toBe(true)
})

test('an invitation with invalid numbers is refused by field', async () => {
  for (const [body, field] of [
    [{ uses: 0 }, 'uses'],
    [{ uses: 1_001 }, 'uses'],
    [{ uses: '5' }, 'uses'],
    [{ days: 1.5 }, 'days'],
    [{ days: 366 }, 'days'],
  ] as const) {
    const refused = await moderator.post('/api/invitations', body)
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
  }
})

test('an open community needs no invitation, and a closed one accepts none', async () => {
  const { code, _id } = (await moderator.post('/api/invitations', { uses: 5 })).body
  await admin.put('/api/admin/site', { registration: 'open' })
  expect((await register()).status).toBe(200)
  expect((await register('invented')).status).toBe(200)
  expect((await register(code)).status).toBe(200)
  const mine = (await moderator.get('/api/invitations')).body
  expect(mine.find((each: { _id: string }) => each._id === _id).used).toBe(1)
  await admin.put('/api/admin/site', { registration: 'closed' })
  for (const invitation of [undefined, code]) {
    expect(await register(invitation, secondApp)).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Registration is closed' }] },
    })
  }
})

test('the first start prints a link that names the community and makes its first admin, once', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const fresh = await startApp({ LOG_LEVEL: 'info' }, pino({ level: 'info' }, stream))
  const path = await firstStartPath(fresh.running.context)
  const code = path?.split('#')[1] ?? ''
  expect(path).toMatch(/^\/setup#[\w-]{43}$/)
  const body = { community: 'Dublin Developers', name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const setUp = (changes: object) => fresh.call('POST', '/api/setup', { body: { code, ...body, ...changes } })
  expect((await setUp({ code: 'invented' })).status).toBe(400)
  expect((await setUp({ community: '' })).body.errors[0].field).toBe('community')
  const outcomes = await Promise.all([setUp({}), setUp({ email: 'second@example.com' })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400])
  const ended = { msg: 'This link has expired: Ada is already an admin', field: 'code' }
  expect(outcomes.find(({ status }) => status === 400)?.body.errors).toEqual([ended])
  expect((await setUp({ email: 'third@example.com' })).body.errors).toEqual([ended])
  expect(lines.join('')).toMatch(/"name":"Ada".*"msg":"the setup link created the first admin"/)
  const { token } = outcomes.find(({ status }) => status === 200)?.body ?? {}
  expect((await fresh.call('GET', '/api/auth', { token })).body.role).toBe('admin')
  expect((await fresh.call('GET', '/api/site')).body.name).toBe('Dublin Developers')
  expect(await firstStartPath(fresh.running.context)).toBeUndefined()
  await fresh.stop()
})

test('the setup link ends when the operator makes somebody else an admin', async () => {
  const fresh = await startApp()
  const code = (await firstStartPath(fresh.running.context))?.split('#')[1]
  await fresh.signUpAs('admin')
  const body = { code, community: 'Mine', name: 'Mallory', email: 'm@example.com', password: PASSWORD }
  expect((await fresh.call('POST', '/api/setup', { body })).status).toBe(400)
  expect((await fresh.call('GET', '/api/site')).body.name).toBe('Developer Connector')
  await fresh.stop()
})

test('the setup links of all processes work until one of them is used', async () => {
  const fresh = await startApp()
  const secondApp = await fresh.another()
  const paths = [await firstStartPath(fresh.running.context), await firstStartPath(secondApp.running.context)]
  const [first, second] = paths.map((path) => path?.split('#')[1])
  const setUp = (code: string | undefined) => {
    const body = { code, community: 'Ours', name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    return secondApp.call('POST', '/api/setup', { body })
  }
  expect((await setUp(first)).status).toBe(200)
  expect((await setUp(second)).body.errors[0].msg).toBe('This link has expired: Ada is already an admin')
  await secondApp.stop()
  await fresh.stop()
})

test('people who do not use the setup link register as members', async () => {
  const fresh = await startApp()
  await firstStartPath(fresh.running.context)
  const body = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const { token } = (await fresh.call('POST', '/api/users', { body })).body
  expect((await fresh.call('GET', '/api/auth', { token })).body.role).toBe('member')
  await fresh.stop()
})
