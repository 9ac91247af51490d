import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HashQueue } from '../../server/features/accounts/passwords.ts'
import { PASSWORD, startApp, type TestApp } from '../app.ts'
import { Browser, finishSignIn, type Returned, returnedFrom } from '../sign-in-browser.ts'
import { SignInProvider } from '../sign-in-provider.ts'

const provider = new SignInProvider()
let app: TestApp

beforeAll(async () => {
  await provider.reservePort()
  app = await startApp(provider.settings)
  await provider.start(app.running.address)
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const signInAs = (login: string) => returnedFrom(app, login)
const finish = (returned: Returned, password?: string) => finishSignIn(app, returned, password)

const account = async (token: string) => (await app.call('GET', '/api/auth', { token })).body

test('the site names its sign-in providers', async () => {
  expect((await app.call('GET', '/api/site')).body.signIn).toEqual([{ id: 'oidc', name: 'Contoso' }])
})

test('someone new is registered, also while registration is closed, and known from then on', async () => {
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { registration: 'closed' })
  provider.people.set('ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada Byrne' })
  const code = await signInAs('ada')
  const { status, body } = await finish(code)
  expect(status).toBe(200)
  const first = await account(body.token)
  expect(first).toMatchObject({ name: 'Ada Byrne', email: 'Ada@Example.com', emailConfirmed: true })
  expect((await finish(code)).status).toBe(400)

  // Issuer and subject identify a user, not the email.
  provider.people.set('ada', { email: 'elsewhere@example.com', name: 'Someone Else' })
  const returningAccount = await account((await finish(await signInAs('ada'))).body.token)
  expect(returningAccount).toEqual(first)
  await admin.put('/api/admin/site', { registration: 'open' })
})

test('an account that has no password cannot be signed in to with one', async () => {
  for (const password of ['', ' ', 'undefined', 'anything']) {
    const response = await app.call('POST', '/api/auth', { body: { email: 'ada@example.com', password } })
    expect(response.status).toBe(400)
  }
})

test('an email that has an account is connected only with its password', async () => {
  const owner = await app.signUp('Grace Hopper', 'grace@example.com')
  provider.people.set('impostor', { email: 'GRACE@example.com', email_verified: true, name: 'Grace' })
  const code = await signInAs('impostor')
  const refusal = await finish(code)
  expect(refusal).toMatchObject({ status: 400, body: { errors: [{ field: 'password' }] } })
  expect((await finish(code, 'a guess')).body.errors).toEqual([
    { msg: 'Invalid Credentials', field: 'password' },
  ])
  const joined = await finish(code, PASSWORD)
  expect((await account(joined.body.token))._id).toBe(owner.id)
  expect((await account((await finish(await signInAs('impostor'))).body.token))._id).toBe(owner.id)
})

test('a password that begins and ends with a space connects an account, too', async () => {
  const email = 'katherine@example.com'
  const password = ' with spaces '
  await app.call('POST', '/api/users', { body: { name: 'Katherine', email, password } })
  provider.people.set('katherine', { email, email_verified: true })
  const code = await signInAs('katherine')
  expect((await finish(code, password.trim())).body.errors[0].msg).toBe('Invalid Credentials')
  expect((await finish(code, password)).status).toBe(200)
})

test('nobody connects an account with a password that is changed at the same moment', async () => {
  const owner = await app.signUp('Hedy', 'hedy@example.com')
  provider.people.set('hedy', { email: owner.email, email_verified: true })
  const code = await signInAs('hedy')
  vi.spyOn(HashQueue.prototype, 'verify').mockImplementationOnce(async () => {
    const body = { password: PASSWORD, newPassword: 'new secret' }
    expect((await owner.put('/api/auth/password', body)).status).toBe(200)
    return true
  })
  expect((await finish(code, PASSWORD)).body.errors[0].msg).toBe('Invalid Credentials')
  expect((await finish(code, 'new secret')).status).toBe(200)
})

test('names and emails of the provider are validated like a form', async () => {
  const name = `  ${'x'.repeat(300)}\u0000 `
  provider.people.set('nameless', { email: 'nameless@example.com', email_verified: true, name })
  const { token } = (await finish(await signInAs('nameless'))).body
  expect(await account(token)).toMatchObject({ name: 'x'.repeat(100), emailConfirmed: true })
  for (const email of [undefined, 'no email', 'a@b']) {
    const login = `wrong ${email}`
    provider.people.set(login, email === undefined ? {} : { email, email_verified: true })
    const refused = await finish(await signInAs(login))
    expect(refused.body.errors).toEqual([{ msg: 'The provider did not share your email, which is required' }])
  }
})

test('a return that this browser did not ask for is refused', async () => {
  provider.people.set('victim', { email: 'victim@example.com', email_verified: true })
  const failed = `${app.running.address}/login?problem=provider`
  const otherBrowser = new Browser()
  expect((await otherBrowser.go(`${app.running.address}/sign-in/oidc/return?code=x&state=y`)).url).toBe(
    failed,
  )
  await otherBrowser.go(`${app.running.address}/sign-in/oidc`)
  expect((await otherBrowser.go(`${app.running.address}/sign-in/oidc/return?code=x&state=y`)).url).toBe(
    failed,
  )
  expect((await otherBrowser.go(`${app.running.address}/sign-in/oidc/return?error=access_denied`)).url).toBe(
    failed,
  )
  for (const code of ['', 'guess']) expect((await finish({ code, cookie: '' })).status).toBe(400)
})

test('a code works only in the browser that signed in, so that nobody is signed in as somebody else', async () => {
  provider.people.set('mallory', { email: 'mallory@example.com', email_verified: true })
  const returned = await signInAs('mallory')
  const otherBrowser = new Browser()
  await otherBrowser.go(`${app.running.address}/sign-in/oidc`)
  const { cookie } = await signInAs('victim')
  for (const other of ['', 'sign-in=guess', otherBrowser.cookieFor(app.running.address), cookie]) {
    expect((await finish({ ...returned, cookie: other })).body.errors).toEqual([
      { msg: 'This link is no longer valid', field: 'code' },
    ])
  }
  expect((await finish(returned)).status).toBe(200)
})

test('suspended members learn why, and get no session', async () => {
  provider.people.set('troll', { email: 'troll@example.com', email_verified: true })
  const { token } = (await finish(await signInAs('troll'))).body
  const { _id } = await account(token)
  const moderator = await app.signUpAs('moderator')
  await moderator.put(`/api/admin/suspensions/${_id}`, { reason: 'Three warnings' })
  const refused = await finish(await signInAs('troll'))
  expect(refused).toMatchObject({ status: 403, body: { errors: [{ msg: 'Three warnings' }] } })
  const owner = await app.signUp('Owner', 'owner@example.com')
  await moderator.put(`/api/admin/suspensions/${owner.id}`, { reason: 'Also here' })
  provider.people.set('owner', { email: owner.email, email_verified: true })
  const returned = await signInAs('owner')
  expect((await finish(returned, PASSWORD)).body.errors[0].msg).toBe('Also here')
  expect(
    await app.db.kysely.selectFrom('identities').selectAll().where('user_id', '=', owner.id).execute(),
  ).toEqual([])
})

test('a provider that is down affects nothing else, and works once it is back', async () => {
  const stoppedProvider = new SignInProvider()
  await stoppedProvider.reservePort()
  const other = await startApp(stoppedProvider.settings)
  const failed = `${other.running.address}/login?problem=provider`
  expect((await new Browser().go(`${other.running.address}/sign-in/oidc`)).url).toBe(failed)
  const body = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  expect((await other.call('POST', '/api/users', { body })).status).toBe(200)
  stoppedProvider.people.set('new', { email: 'new@example.com', name: 'New' })
  await stoppedProvider.start(other.running.address)
  expect(await new Browser().signIn('new', other)).toContain('/sign-in#')
  await other.stop()
  await stoppedProvider.stop()
})

test('without a provider there is nothing to sign in through', async () => {
  const plain = await startApp()
  expect((await plain.call('GET', '/api/site')).body.signIn).toEqual([])
  expect((await plain.call('GET', '/sign-in/oidc/return')).headers.get('set-cookie')).toBeNull()
  await plain.stop()
})
