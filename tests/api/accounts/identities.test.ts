import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../test-support/free-port.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'
import { Browser, finishSignIn, type Returned, returnedFrom } from '../../sign-in-browser.ts'
import { SignInProvider } from '../../sign-in-provider.ts'

const provider = new SignInProvider()
const mails = new MailServer()
let app: TestApp

beforeAll(async () => {
  await provider.reservePort()
  await mails.start()
  const port = await freePort()
  const address = { PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` }
  app = await startApp({ ...provider.settings, ...mails.settings, ...address })
  await provider.start(app.running.address)
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
  await mails.stop()
})
afterEach(() => {
  provider.forge = undefined
})

const finish = (returned: Returned, password?: string) => finishSignIn(app, returned, password)
const idOf = async (token: string) => (await app.call('GET', '/api/auth', { token })).body._id
const identitiesOf = async (token: string) => (await app.call('GET', '/api/auth/identities', { token })).body

async function signInAs(login: string, email: string, password?: string): Promise<string> {
  provider.people.set(login, { email, email_verified: true, name: login })
  const finished = await finish(await returnedFrom(app, login), password)
  expect(finished.status).toBe(200)
  return finished.body.token
}

async function resetPassword(person: { id: string }, password: string): Promise<string> {
  const admin = await app.signUpAs('admin')
  const { url } = (await admin.post(`/api/admin/members/${person.id}/reset`, undefined)).body
  const code = url.split('#')[1]
  const resetResponse = await app.call('PUT', '/api/auth/reset', { body: { code, password } })
  expect(resetResponse.status).toBe(200)
  return resetResponse.body.token
}

const noticesTo = ({ email }: Person) =>
  mails.received.filter(
    ({ to, headers }) => to.includes(email) && headers.get('subject')?.includes('was disconnected'),
  )

test('an email that the provider has not verified neither registers nor connects anyone', async () => {
  const owner = await app.signUp('Grace Hopper')
  for (const email of ['unverified@example.com', owner.email]) {
    for (const claims of [{ email }, { email, email_verified: false }]) {
      provider.people.set('mallory', claims)
      const returned = await returnedFrom(app, 'mallory')
      for (const password of [undefined, PASSWORD]) {
        expect(await finish(returned, password)).toMatchObject({
          status: 400,
          body: { errors: [{ msg: 'The provider has not verified your email. Verify it there first' }] },
        })
      }
    }
  }
  expect(await identitiesOf(owner.token)).toEqual([])
  const login = { email: 'unverified@example.com', password: PASSWORD, name: 'Its owner' }
  expect((await app.call('POST', '/api/users', { body: login })).status).toBe(200)
})

test('a reset disconnects every identity, ends its sessions and says so by mail', async () => {
  const owner = await app.signUp('Ada Lovelace')
  const stolen = await signInAs('thief', owner.email, PASSWORD)
  const unfinished = await returnedFrom(app, 'thief')
  const token = await resetPassword(owner, 'a better one')
  expect((await app.call('GET', '/api/auth', { token: stolen })).status).toBe(401)
  expect(await identitiesOf(token)).toEqual([])
  for (const returned of [unfinished, await returnedFrom(app, 'thief')]) {
    expect((await finish(returned)).body.errors[0].field).toBe('password')
    expect((await finish(returned, PASSWORD)).body.errors[0].msg).toBe('Invalid Credentials')
  }
  await expect.poll(() => noticesTo(owner).length).toBe(1)

  await signInAs('ada', owner.email, 'a better one')
  await resetPassword(await app.signUp('Without identities'), 'a better one')
  expect(noticesTo(owner)).toHaveLength(1)
})

test('a new password disconnects all identities but the one that this session was opened through', async () => {
  const owner = await app.signUp('Ada Lovelace')
  const stolen = await signInAs('thief of another', owner.email, PASSWORD)
  const ownSignIn = await signInAs('own', owner.email, PASSWORD)
  const body = { password: PASSWORD, newPassword: 'a better one' }
  const changed = await app.call('PUT', '/api/auth/password', { token: ownSignIn, body })
  expect(await identitiesOf(changed.body.token)).toMatchObject([{ email: owner.email, current: true }])
  expect((await app.call('GET', '/api/auth', { token: stolen })).status).toBe(401)
  expect((await finish(await returnedFrom(app, 'thief of another'))).status).toBe(400)
  expect(await idOf((await finish(await returnedFrom(app, 'own'))).body.token)).toBe(owner.id)
  await expect.poll(() => noticesTo(owner).length).toBe(1)

  const signedIn = await app.call('POST', '/api/auth', {
    body: { email: owner.email, password: 'a better one' },
  })
  const passwordChange = { password: 'a better one', newPassword: 'the best one' }
  const lastChange = await app.call('PUT', '/api/auth/password', {
    token: signedIn.body.token,
    body: passwordChange,
  })
  expect(await identitiesOf(lastChange.body.token)).toEqual([])
  await expect.poll(() => noticesTo(owner).length).toBe(2)
})

test('no session is opened through an identity that a reset disconnects at the same moment', async () => {
  const owner = await app.signUp('Ada Lovelace')
  await signInAs('racer', owner.email, PASSWORD)
  const returned = await returnedFrom(app, 'racer')
  const transaction = app.db.transaction
  // The sign-in has found the identity and is about to open the session.
  vi.spyOn(app.db, 'transaction').mockImplementationOnce(async (work) => {
    await resetPassword(owner, 'a better one')
    return transaction(work)
  })
  expect((await finish(returned)).body.errors).toEqual([
    { msg: 'This link is no longer valid', field: 'code' },
  ])
  vi.restoreAllMocks()
})

test('the settings list connected identities and disconnect them with their sessions', async () => {
  const owner = await app.signUp('Ada Lovelace')
  const first = await signInAs('first', owner.email, PASSWORD)
  const second = await signInAs('second', owner.email, PASSWORD)
  const listed = await identitiesOf(second)
  const shape = { provider: 'Contoso', email: owner.email, date: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect(listed).toEqual([
    { ...shape, _id: expect.any(String), current: true },
    { ...shape, _id: expect.any(String), current: false },
  ])
  const [{ _id: used }, { _id: other }] = listed
  const disconnect = (id: string, token: string) =>
    app.call('DELETE', `/api/auth/identities/${id}`, { token })
  expect((await disconnect(other, second)).body).toEqual([listed[0]])
  expect((await disconnect(other, second)).status).toBe(404)
  expect((await disconnect('nonsense', second)).status).toBe(404)
  expect((await disconnect(used, (await app.signUp()).token)).status).toBe(404)
  expect((await app.call('GET', '/api/auth', { token: first })).status).toBe(401)
  expect((await finish(await returnedFrom(app, 'first'))).body.errors[0].field).toBe('password')
  expect((await disconnect(used, second)).body).toEqual([])
  expect(await idOf(second)).toBe(owner.id)
})

test('the last way to sign in stays connected while there is no password', async () => {
  const token = await signInAs('only', 'only@example.com')
  const id = await idOf(token)
  const [only] = await identitiesOf(token)
  const disconnect = (_id: string) => app.call('DELETE', `/api/auth/identities/${_id}`, { token })
  expect(await disconnect(only._id)).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'This is your only way to sign in. Set a password first' }] },
  })
  const row = { issuer: provider.issuer, subject: 'another', user_id: id, email: null, connected_at: null }
  const _id = only._id.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))
  await app.db.transaction((trx) =>
    trx
      .insertInto('identities')
      .values({ ...row, id: _id })
      .execute(),
  )
  const statuses = (await Promise.all([disconnect(only._id), disconnect(_id)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400])
  expect(await identitiesOf(token)).toHaveLength(1)
})

test('an ID token with a foreign signature or an empty subject signs nobody in', async () => {
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
  const failed = `${app.running.address}/login?problem=provider`
  for (const forge of [{ withForeignKey: true }, { claims: { sub: '' } }, { claims: { sub: ' ' } }]) {
    provider.forge = forge
    expect(await new Browser().signIn('ada', app)).toBe(failed)
  }
  provider.forge = { claims: { name: 'Ada' } }
  expect(await new Browser().signIn('ada', app)).toContain('/sign-in#')
})
