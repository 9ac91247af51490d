import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstStartPath } from '../../../server/features/sign-in/setup.ts'
import { PASSWORD, startApp, type TestApp } from '../../app.ts'
import { Browser, finishSignIn, type Returned, returnedFrom } from '../../sign-in-browser.ts'
import { type Claims, ROLE_CLAIMS, SignInProvider } from '../../sign-in-provider.ts'

const first = new SignInProvider()
const second = new SignInProvider('oidc-2')
const DAY = 24 * 60 * 60_000
let app: TestApp

beforeAll(async () => {
  await first.reservePort()
  await second.reservePort()
  app = await startApp({
    ...first.settings,
    ...second.settings,
    OIDC_ROLE_CLAIM: 'groups:admins=admin,mods=moderator',
    OIDC_2_ROLE_CLAIM: `${ROLE_CLAIMS[1]}:staff=moderator`,
    OIDC_2_TRUSTED: 'on',
  })
  await first.start(app.running.address)
  await second.start(app.running.address)
})
afterAll(async () => {
  await app.stop()
  await first.stop()
  await second.stop()
})

async function enter(provider: SignInProvider, login: string, claims: Claims = {}, more: object = {}) {
  provider.people.set(login, { email: `${login}@example.com`, email_verified: true, ...claims })
  return finishSignIn(app, await returnedFrom(app, login, provider.id), undefined, more)
}
const tokenOf = async (...given: Parameters<typeof enter>): Promise<string> =>
  (await enter(...given)).body.token
const account = async (token: string) => (await app.call('GET', '/api/auth', { token })).body
const roleOf = async (token: string) => (await account(token)).role

test('every provider is offered, and the same subject at another one is somebody else', async () => {
  expect((await app.call('GET', '/api/site')).body).toMatchObject({
    signIn: [
      { id: 'oidc', name: 'Contoso' },
      { id: 'oidc-2', name: 'Contoso oidc-2' },
    ],
    passwordSignIn: true,
  })
  const here = await account(await tokenOf(first, 'same'))
  const there = await account(await tokenOf(second, 'same', { email: 'same@other.example' }))
  expect(there._id).not.toBe(here._id)
})

test('a sign-in that began at one provider does not end at another one', async () => {
  second.people.set('mixed', { email: 'mixed@example.com', email_verified: true })
  const browser = new Browser()
  const origin = app.running.address
  const started = await fetch(`${origin}/sign-in/oidc`, { redirect: 'manual' })
  browser.keep(origin, started.headers.getSetCookie())
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  const failed = `${origin}/login?problem=provider`
  expect((await browser.go(`${origin}/sign-in/oidc-2/return?code=x&state=${state}`)).url).toBe(failed)
  browser.keep(origin, started.headers.getSetCookie())
  // The issuer of the response is that of the other provider (RFC 9207).
  const iss = encodeURIComponent(second.issuer)
  expect((await browser.go(`${origin}/sign-in/oidc/return?code=x&state=${state}&iss=${iss}`)).url).toBe(
    failed,
  )
})

test('only a trusted provider registers without approval', async () => {
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { approval: true })
  expect((await enter(first, 'waits')).status).toBe(202)
  expect((await enter(second, 'trusted')).status).toBe(200)
  const { body } = await admin.post('/api/invitations', { uses: 1 })
  expect((await enter(first, 'invited', {}, { invitation: body.code })).status).toBe(200)
  expect((await enter(first, 'uninvited', {}, { invitation: body.code })).status).toBe(202)
  await admin.put('/api/admin/site', { approval: false })
})

test('a claim sets the role at each sign-in, also one whose name contains colons, and the log says so', async () => {
  const admin = await app.signUpAs('admin')
  const token = await tokenOf(first, 'climber', { groups: ['users', 'mods'] })
  expect(await roleOf(token)).toBe('moderator')
  expect(await roleOf(await tokenOf(first, 'climber', { groups: ['mods', 'admins'] }))).toBe('admin')
  expect((await admin.get('/api/admin/log')).body[0]).toMatchObject({
    action: 'role',
    by: null,
    reason: 'Claimed at Contoso',
    details: 'moderator → admin',
  })
  for (const groups of [['users'], [], 'admins2', null, { admins: true }, undefined]) {
    await tokenOf(first, 'climber', { groups: ['admins'] })
    expect(await roleOf(token)).toBe('admin')
    await tokenOf(first, 'climber', { groups })
    expect(await roleOf(token)).toBe('member')
  }
  expect(await roleOf(await tokenOf(second, 'colon', { [ROLE_CLAIMS[1] ?? '']: 'staff' }))).toBe('moderator')
})

test('a role that was given by hand is raised, and not lowered', async () => {
  const admin = await app.signUpAs('admin')
  const token = await tokenOf(first, 'helper')
  const { _id } = await account(token)
  await admin.put(`/api/admin/members/${_id}`, { role: 'moderator' })
  expect(await roleOf(await tokenOf(first, 'helper', { groups: [] }))).toBe('moderator')
  expect(await roleOf(await tokenOf(first, 'helper', { groups: ['admins'] }))).toBe('admin')
  expect(await roleOf(await tokenOf(first, 'helper', { groups: [] }))).toBe('moderator')
})

test('sessions with a claimed role last 24 hours, however much they are used', async () => {
  const expiry = async (token: string) => {
    const { _id } = await account(token)
    const rows = await app.db.kysely
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', _id)
      .execute()
    return Math.max(...rows.map(({ expires_at }) => Number(expires_at))) - Date.now()
  }
  const plain = await tokenOf(first, 'daily')
  expect(await expiry(plain)).toBeGreaterThan(29 * DAY)
  const claimed = await tokenOf(first, 'daily', { groups: ['mods'] })
  expect(await expiry(claimed)).toBeLessThanOrEqual(DAY)
  const { _id } = await account(claimed)
  await app.db.transaction(async (trx) => {
    const hourly = Date.now() - 2 * 60 * 60_000
    await trx.updateTable('sessions').set({ last_used_at: hourly }).where('user_id', '=', _id).execute()
  })
  const other = await app.another()
  expect((await other.call('GET', '/api/auth', { token: claimed })).status).toBe(200)
  await other.stop()
  expect(await expiry(claimed)).toBeLessThanOrEqual(DAY)
})

test('whoever has lost the claim does not keep the role by signing in with a password', async () => {
  const email = 'both-ways@example.com'
  await app.call('POST', '/api/users', { body: { name: 'Both', email, password: PASSWORD } })
  first.people.set('both-ways', { email, email_verified: true, groups: ['admins'] })
  const claimed = (await finishSignIn(app, await returnedFrom(app, 'both-ways'), PASSWORD)).body.token
  expect(await roleOf(claimed)).toBe('admin')
  const { body } = await app.call('POST', '/api/auth', { body: { email, password: PASSWORD } })
  expect(await roleOf(body.token)).toBe('member')
})

test('the last admin stays admin without the claim', async () => {
  await app.db.transaction((trx) => trx.updateTable('users').set({ role: 'member' }).execute())
  const token = await tokenOf(first, 'last', { groups: ['admins'] })
  expect(await roleOf(token)).toBe('admin')
  const again = await tokenOf(first, 'last', { groups: [] })
  expect(await roleOf(again)).toBe('admin')
  await tokenOf(first, 'next', { groups: ['admins'] })
  expect(await roleOf(await tokenOf(first, 'last', { groups: [] }))).toBe('member')
})

test('suspended members get no role from a claim', async () => {
  const moderator = await app.signUpAs('moderator')
  const { _id } = await account(await tokenOf(first, 'troll'))
  await moderator.put(`/api/admin/suspensions/${_id}`, { reason: 'Three warnings' })
  expect((await enter(first, 'troll', { groups: ['admins'] })).status).toBe(403)
  const user = await app.db.kysely
    .selectFrom('users')
    .select('role')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  expect(user.role).toBe('member')
})

test('without passwords, nothing of them is served, and sessions, providers and the first-admin link work', async () => {
  const provider = new SignInProvider()
  await provider.reservePort()
  const before = await startApp(provider.settings)
  const site = await before.another({ ...provider.settings, PASSWORD_SIGN_IN: 'off' })
  await provider.start(site.running.address)
  expect((await site.call('GET', '/api/site')).body.passwordSignIn).toBe(false)
  const setup = (await firstStartPath(site.running.context))?.split('#')[1]
  const returned = async (login: string): Promise<Returned> => {
    provider.people.set(login, { email: `${login}@example.com`, email_verified: true })
    return returnedFrom(site, login)
  }
  expect((await finishSignIn(site, await returned('chief'), undefined, { setup: 'guess' })).status).toBe(400)
  const { token } = (await finishSignIn(site, await returned('chief'), undefined, { setup })).body
  expect((await site.call('GET', '/api/auth', { token })).body.role).toBe('admin')
  const late = await finishSignIn(site, await returned('late'), undefined, { setup })
  expect(late.body.errors[0].msg).toContain('is already an admin')

  const member = await before.signUp('Before', 'before@example.com')
  const reset = (await before.call('POST', `/api/admin/members/${member.id}/reset`, { token })).body.url
  const invitation = (await site.call('POST', '/api/invitations', { token, body: { uses: 1 } })).body.code
  const body = { name: 'N', email: 'n@example.com', password: PASSWORD, invitation }
  const refused: [string, string, object][] = [
    ['POST', '/api/auth', { email: member.email, password: PASSWORD }],
    ['POST', '/api/users', body],
    ['POST', '/api/setup', { ...body, community: 'C', code: setup }],
    ['POST', '/api/auth/reset', { email: member.email }],
    ['PUT', '/api/auth/reset', { code: reset.split('#')[1], password: 'another one' }],
    ['PUT', '/api/auth/password', { password: PASSWORD, newPassword: 'another one' }],
    ['POST', `/api/admin/members/${member.id}/reset`, {}],
  ]
  for (const [method, path, sent] of refused) {
    for (const by of [undefined, member.token, token]) {
      const response = await site.call(method, path, { token: by, body: sent })
      expect([response.status, response.body.errors], path).toEqual([404, [{ msg: 'Not found' }]])
    }
  }
  expect((await site.call('GET', '/api/auth', { token: member.token })).status).toBe(200)

  // The password of an account does not connect it either.
  const taken = await returned('before')
  for (const password of [undefined, PASSWORD]) {
    expect((await finishSignIn(site, taken, password)).body.errors).toEqual([
      { msg: 'Connect Contoso in your settings first' },
    ])
  }
  const started = await site.call('POST', '/api/auth/identities', {
    token: member.token,
    body: { provider: 'oidc' },
  })
  expect(new URL(started.body.url).origin).toBe(provider.issuer)

  await site.call('PUT', '/api/admin/site', { token, body: { approval: true } })
  expect((await finishSignIn(site, await returned('waiting'))).status).toBe(202)
  expect((await finishSignIn(site, await returned('guest'), undefined, { invitation })).status).toBe(200)
  const [only] = (await site.call('GET', '/api/auth/identities', { token })).body
  const disconnect = await site.call('DELETE', `/api/auth/identities/${only._id}`, { token })
  expect(disconnect.body.errors[0].msg).toContain('only way to sign in')
  await site.stop()
  await before.stop()
  await provider.stop()
})
