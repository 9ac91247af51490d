import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { MAX_PENDING_REGISTRATIONS, PENDING_REGISTRATION_DAYS } from '../../../contract/limits.ts'
import { idAt, newId } from '../../../server/ids.ts'
import { type ApiResponse, PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'
import { finishSignIn, returnedFrom } from '../../sign-in-browser.ts'
import { SignInProvider } from '../../sign-in-provider.ts'

const mails = new MailServer()
let app: TestApp
let secondApp: TestApp
let admin: Person
let moderator: Person

beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
  secondApp = await app.another(mails.settings)
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
  await mails.stop()
})

const WAITING = 'Your registration is waiting for approval'
const PENDING = { status: 202, body: { pending: true, msg: WAITING } }
const REFUSED = { status: 403, body: { errors: [{ msg: WAITING }] } }
const TAKEN = { status: 400, body: { errors: [{ msg: 'User already exists', field: 'email' }] } }
const APPROVED = { approved: true }

const change = async (body: object) => {
  expect((await admin.put('/api/admin/site', body)).status).toBe(200)
}

beforeEach(async () => {
  await change({ approval: true, registration: 'open' })
  await app.db.transaction((trx) => trx.deleteFrom('registrations').execute())
})

let emails = 0
const newEmail = () => `waiting-${++emails}@example.com`

const register = (email: string, more: object = {}, at = app): Promise<ApiResponse> =>
  at.call('POST', '/api/users', { body: { name: 'Wanda Waiting', email, password: PASSWORD, ...more } })
const signIn = (email: string, password = PASSWORD, at = app) =>
  at.call('POST', '/api/auth', { body: { email, password } })

const waitingRegistrations = async (): Promise<{ _id: string; email: string }[]> =>
  (await moderator.get('/api/admin/registrations')).body
const idOf = async (email: string) =>
  (await waitingRegistrations()).find((one) => one.email === email)?._id ?? ''
const approve = async (email: string, at = app) =>
  at.call('PUT', `/api/admin/registrations/${await idOf(email)}`, { token: moderator.token, body: APPROVED })

const sentTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

test('whoever registers waits until a moderator approves, and is a member like any other then', async () => {
  const email = newEmail()
  expect(await register(email, { note: '  I read your newsletter ' })).toMatchObject(PENDING)
  expect(await signIn(email)).toMatchObject(REFUSED)
  expect(await signIn(email, 'a guess')).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'Invalid Credentials' }] },
  })
  const [row] = await waitingRegistrations()
  expect(row).toEqual({
    _id: expect.any(String),
    name: 'Wanda Waiting',
    email,
    note: 'I read your newsletter',
    date: expect.any(String),
  })
  expect(sentTo(email)).toEqual([])
  expect(await approve(email, secondApp)).toMatchObject({
    status: 200,
    body: { _id: row?._id, name: 'Wanda Waiting', email, role: 'member' },
  })
  expect(await waitingRegistrations()).toEqual([])
  const { status, body } = await signIn(email, PASSWORD, secondApp)
  expect(status).toBe(200)
  expect((await app.call('POST', '/api/posts', { token: body.token, body: { text: 'Hello' } })).status).toBe(
    200,
  )
  await expect
    .poll(() => sentTo(email).map(({ headers }) => headers.get('subject')))
    .toContain('Welcome to Developer Connector')
  expect((await moderator.get('/api/admin/log')).body[0]).toMatchObject({
    action: 'registration',
    to: { _id: row?._id },
    details: 'Approved',
  })
})

test('only moderators see and decide on registrations, and a note has at most 500 characters', async () => {
  const member = await app.signUp()
  await register(newEmail(), { note: 'x'.repeat(500) })
  const [row] = await waitingRegistrations()
  const path = `/api/admin/registrations/${row?._id}`
  expect((await member.get('/api/admin/registrations')).status).toBe(403)
  expect((await member.put(path, APPROVED)).status).toBe(403)
  expect((await member.delete(path)).status).toBe(403)
  expect((await moderator.put(path, { approved: false })).body.errors[0].field).toBe('approved')
  expect((await register(newEmail(), { note: 'x'.repeat(501) })).body.errors[0].field).toBe('note')
  expect(await waitingRegistrations()).toHaveLength(1)
})

test('a declined registration is gone, and its email may register again', async () => {
  const email = newEmail()
  await register(email)
  const path = `/api/admin/registrations/${await idOf(email)}`
  expect((await moderator.delete(path)).status).toBe(200)
  expect((await moderator.delete(path)).status).toBe(404)
  expect((await moderator.put(path, APPROVED)).status).toBe(404)
  expect((await signIn(email)).status).toBe(400)
  expect(await register(email)).toMatchObject(PENDING)
})

test('nobody who waits appears anywhere', async () => {
  const email = newEmail()
  const before = (await app.call('GET', '/api/profile/counts')).body
  await register(email, { name: 'Quillon Unseen' })
  const id = await idOf(email)
  for (const path of [`/api/people/${id}`, '/api/people/quillon-unseen', `/api/profile/user/${id}`]) {
    expect((await app.call('GET', path)).status, path).toBe(404)
  }
  for (const path of [`/profile/${id}`, '/@quillon-unseen']) {
    expect((await app.call('GET', path)).status).toBe(404)
  }
  expect((await app.call('GET', '/api/profile/counts')).body).toEqual(before)
  for (const path of [
    '/api/admin/members',
    '/api/admin/members?q=quillon',
    `/api/admin/members?q=${email}`,
    '/api/search?q=quillon&in=people',
    '/api/admin/log',
  ]) {
    expect(JSON.stringify((await admin.get(path)).body), path).not.toMatch(/quillon/i)
  }
  const post = await admin.post('/api/posts', { text: 'Hello @quillon-unseen' })
  expect(post.body.html).not.toContain('<a')
  expect((await admin.put(`/api/follows/people/${id}`)).status).toBe(404)
  expect((await admin.post('/api/reports', { user: id, reason: 'Unseen' })).status).toBe(404)
  expect((await admin.put(`/api/admin/members/${id}`, { role: 'admin' })).status).toBe(404)
  expect((await admin.post(`/api/admin/members/${id}/reset`)).status).toBe(404)
  expect((await admin.put(`/api/admin/suspensions/${id}`, { reason: 'Unseen' })).status).toBe(404)
  // The handle is assigned at the approval, so that nobody reserves names by waiting.
  const named = await app.signUp('Quillon Unseen')
  expect((await named.get('/api/auth')).body.handle).toBe('quillon-unseen')
})

test('no second registration gets around the approval, in any spelling, through another process or with an invitation', async () => {
  const email = newEmail()
  const { body } = await admin.post('/api/invitations', { uses: 1 })
  const attempts = await Promise.all(
    [app, secondApp, app, secondApp].map((at, index) =>
      register(index % 2 ? email : email.toUpperCase(), {}, at),
    ),
  )
  expect(attempts.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400])
  expect(await register(email, { password: 'another one' })).toMatchObject(TAKEN)
  expect(await register(email, { invitation: body.code })).toMatchObject(TAKEN)
  await change({ approval: false })
  expect(await register(email)).toMatchObject(TAKEN)
  expect(await signIn(email)).toMatchObject(REFUSED)
  expect(await waitingRegistrations()).toHaveLength(1)
  expect((await register(newEmail(), { invitation: body.code })).status).toBe(200)
})

test('an invitation needs no approval, and a wrong one does not help', async () => {
  const { body } = await admin.post('/api/invitations', { uses: 1 })
  expect((await register(newEmail(), { invitation: body.code })).body.token).toEqual(expect.any(String))
  expect(await register(newEmail(), { invitation: body.code })).toMatchObject(PENDING)
  expect(await register(newEmail(), { invitation: 'guess' })).toMatchObject(PENDING)
})

test('a password reset does not let anyone in who waits, and the link of that time ends with the approval', async () => {
  const email = newEmail()
  await register(email)
  expect((await app.call('POST', '/api/auth/reset', { body: { email } })).status).toBe(200)
  await expect.poll(() => sentTo(email)).toHaveLength(1)
  const code = /#([\w-]{43})/.exec(sentTo(email)[0]?.text ?? '')?.[1]
  const reset = () => app.call('PUT', '/api/auth/reset', { body: { code, password: 'a new one' } })
  expect(await reset()).toMatchObject(REFUSED)
  expect(await signIn(email)).toMatchObject(REFUSED)
  expect((await signIn(email, 'a new one')).status).toBe(400)
  await approve(email)
  expect((await reset()).body.errors[0].field).toBe('code')
  expect((await signIn(email)).status).toBe(200)
})

test('a session of a deleted account does not come back with a registration of the same email', async () => {
  const leaver = await app.signUp('Leaver', newEmail())
  await leaver.delete('/api/profile')
  expect(await register(leaver.email)).toMatchObject(PENDING)
  for (const instance of [app, secondApp]) {
    expect((await instance.call('GET', '/api/auth', { token: leaver.token })).status).toBe(401)
  }
  expect((await approve(leaver.email)).status).toBe(200)
  expect((await app.call('GET', '/api/auth', { token: leaver.token })).status).toBe(401)
})

test('a flood of registrations sends nothing to those who wait', async () => {
  const floods = Array.from({ length: 30 }, () => newEmail())
  await Promise.all(floods.map((email, index) => register(email, {}, index % 2 ? app : secondApp)))
  expect(await waitingRegistrations()).toHaveLength(30)
  const jobs = await app.db.kysely.selectFrom('jobs').select('payload').execute()
  for (const email of floods) {
    expect(sentTo(email)).toEqual([])
    expect(jobs.filter(({ payload }) => payload.includes(email))).toEqual([])
  }
})

test('one of several moderators decides, and no decision leaves half an account', async () => {
  for (let round = 0; round < 5; round++) {
    const email = newEmail()
    await register(email)
    const path = `/api/admin/registrations/${await idOf(email)}`
    const decisions = await Promise.all([
      moderator.put(path, APPROVED),
      secondApp.call('DELETE', path, { token: admin.token }),
      secondApp.call('PUT', path, { token: admin.token, body: APPROVED }),
    ])
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const isMember = decisions[1]?.status !== 200
    expect((await signIn(email)).status).toBe(isMember ? 200 : 400)
    expect((await register(email)).status).toBe(isMember ? 400 : 202)
  }
})

test('sign-in while it is being approved gives a session or says that it is waiting', async () => {
  for (let round = 0; round < 3; round++) {
    const email = newEmail()
    await register(email)
    const [decided, ...attempts] = await Promise.all([
      approve(email),
      signIn(email),
      signIn(email, PASSWORD, secondApp),
    ])
    expect(decided.status).toBe(200)
    for (const { status } of attempts) expect([200, 403]).toContain(status)
    expect((await signIn(email)).status).toBe(200)
  }
})

async function openWithProvider(settings: Record<string, string> = {}) {
  const provider = new SignInProvider()
  await provider.reservePort()
  const site = await app.another({ ...provider.settings, ...settings })
  await provider.start(site.running.address)
  onTestFinished(async () => {
    await site.stop()
    await provider.stop()
  })
  const enter = async (login: string, email: string) => {
    provider.people.set(login, { email, email_verified: true, name: 'Wanda' })
    return finishSignIn(site, await returnedFrom(site, login))
  }
  return { enter }
}

test('who comes through a sign-in provider waits as well', async () => {
  const { enter } = await openWithProvider()
  const email = newEmail()
  expect(await enter('wanda', email)).toMatchObject(PENDING)
  expect(await enter('wanda', email)).toMatchObject(REFUSED)
  expect(await enter('wanda', newEmail())).toMatchObject(REFUSED)
  expect(await register(email)).toMatchObject(TAKEN)
  for (const password of ['', ' ', 'x']) expect((await signIn(email, password)).status).toBe(400)
  expect((await approve(email)).status).toBe(200)
  const { body } = await enter('wanda', newEmail())
  const account = (await app.call('GET', '/api/auth', { token: body.token })).body
  expect(account).toMatchObject({ name: 'Wanda', email, emailConfirmed: true })

  const withPassword = newEmail()
  await register(withPassword)
  expect(await enter('walter', withPassword)).toMatchObject(REFUSED)
})

test('a trusted sign-in provider needs no approval, and takes nothing over from who waits', async () => {
  const { enter } = await openWithProvider({ OIDC_TRUSTED: 'on' })
  const email = newEmail()
  await register(email)
  expect(await enter('wanda', email)).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  expect(await waitingRegistrations()).toEqual([])
  expect((await signIn(email)).status).toBe(400)
})

test('moderators get one notification of all that wait', async () => {
  const watcher = await app.signUpAs('moderator')
  const first = newEmail()
  const second = newEmail()
  await register(first)
  await register(second)
  const notifications = (await watcher.get('/api/notifications')).body
  expect(notifications).toMatchObject([
    { kind: 'moderation', count: 2, actors: [], post: null, comment: null, excerpt: '', read: false },
  ])
  expect((await (await app.signUp()).get('/api/notifications')).body).toEqual([])
})

test('moderators get at most one mail an hour, and what came meanwhile with the next one', async () => {
  const watcher = await app.signUpAs('moderator')
  const { jobs } = app.running.context
  await app.db.transaction(async (trx) => {
    await trx.updateTable('users').set({ email_confirmed: 1 }).where('id', '=', watcher.id).execute()
    await trx.updateTable('sessions').set({ last_used_at: 0 }).where('user_id', '=', watcher.id).execute()
  })
  const readAll = () =>
    app.db.transaction((trx) =>
      trx.updateTable('notifications').set({ read: 1 }).where('user_id', '=', watcher.id).execute(),
    )
  await register(newEmail())
  await expect.poll(() => sentTo(watcher.email)).toHaveLength(1)
  expect(sentTo(watcher.email)[0]?.headers.get('subject')).toContain('A registration is waiting for approval')
  for (let round = 0; round < 3; round++) {
    await readAll()
    await register(newEmail())
    await register(newEmail())
  }
  const pending = () =>
    app.db.kysely
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', 'mail a notification')
      .where('payload', 'like', `%${watcher.id}%`)
      .execute()
  const isPutOff = ({ run_at }: { run_at: number }) => Number(run_at) > Date.now() + 3_000_000
  await expect.poll(async () => (await pending()).every(isPutOff)).toBe(true)
  expect((await pending()).length).toBeGreaterThan(0)
  expect(sentTo(watcher.email)).toHaveLength(1)
  await app.db.transaction(async (trx) => {
    await trx.updateTable('attempts').set({ resets_at: 0 }).execute()
    await trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'mail a notification').execute()
  })
  jobs.start()
  await expect.poll(() => sentTo(watcher.email)).toHaveLength(2)
  expect(sentTo(watcher.email)[1]?.headers.get('subject')).toContain('2 registrations are waiting')
})

test('at most 1,000 wait, each for 30 days', async () => {
  const expiredId = idAt(Date.now() - (PENDING_REGISTRATION_DAYS * 24 + 1) * 3_600_000)
  const row = (id: string, email: string) => ({
    id,
    email,
    email_key: email,
    name: 'One of many',
    password_hash: '',
    note: null,
    issuer: null,
    subject: null,
    agreed_at: null,
  })
  const rows = Array.from({ length: MAX_PENDING_REGISTRATIONS - 2 }, (_, index) =>
    row(newId(), `${index}@crowd.example`),
  )
  await app.db.transaction((trx) => trx.insertInto('registrations').values(rows).execute())
  await app.db.transaction((trx) =>
    trx.insertInto('registrations').values(row(expiredId, 'old@example.com')).execute(),
  )
  const attempts = await Promise.all([app, secondApp, app].map((at) => register(newEmail(), {}, at)))
  expect(attempts.map(({ status }) => status).sort()).toEqual([202, 429, 429])
  const full = attempts.find(({ status }) => status === 429)
  expect(full?.body.errors[0].msg).toContain('Too many registrations are waiting')
  expect(Number(full?.headers.get('retry-after'))).toBeGreaterThan(0)
  const { body } = await admin.post('/api/invitations', { uses: 1 })
  expect((await register(newEmail(), { invitation: body.code })).status).toBe(200)
  await app.running.context.maintenance.run()
  expect(await register(newEmail())).toMatchObject(PENDING)
  const page = await moderator.get('/api/admin/registrations?limit=100')
  expect(page.body).toHaveLength(100)
  expect(page.headers.get('link')).toContain('rel="next"')
})
