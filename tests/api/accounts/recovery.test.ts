import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockPassword, setPassword } from '../../../server/features/accounts/queries.ts'
import { engine, PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'

const mails = new MailServer()
let app: TestApp
let secondApp: TestApp

beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
  secondApp = await app.another(mails.settings)
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
  await mails.stop()
})
beforeEach(() => {
  mails.behavior = {}
})

const until = (condition: () => unknown) => expect.poll(condition).toBeTruthy()

const sentTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

async function lastMailTo(email: string, count = 1) {
  await until(() => sentTo(email).length >= count)
  const mail = sentTo(email).at(-1)
  return { mail, code: /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

const askForReset = (email: string, at = app) => at.call('POST', '/api/auth/reset', { body: { email } })
const reset = (code: string, password: string, at = app) =>
  at.call('PUT', '/api/auth/reset', { body: { code, password } })
const signIn = (email: string, password: string) =>
  app.call('POST', '/api/auth', { body: { email, password } })

/** Skips the delay before the next attempt. */
async function tryAgain(): Promise<void> {
  await app.db.transaction((trx) =>
    trx.updateTable('jobs').set({ run_at: 0 }).where('failed_at', 'is', null).execute(),
  )
  app.running.context.jobs.start()
}

test('a forgotten password is replaced through a link that works once and ends all sessions', async () => {
  const person = await app.signUp('Ada Lovelace')
  const response = await askForReset(` ${person.email.toUpperCase()} `)
  expect(response).toMatchObject({ status: 200, body: { msg: expect.stringContaining('on its way') } })
  const { mail, code } = await lastMailTo(person.email)
  expect(mail?.from).toBe('hello@community.example')
  expect(mail?.headers.get('subject')).toBe('Set a new password for Developer Connector')
  expect(mail?.text).toContain(`https://community.example/reset-password#${code}`)
  expect(mail?.text).toContain('<p>')

  expect((await reset(code, 'short')).body.errors[0].field).toBe('password')
  const resetResponse = await reset(code, 'a better one', secondApp)
  expect(resetResponse.status).toBe(200)
  expect((await person.get('/api/auth')).status).toBe(401)
  expect((await app.call('GET', '/api/auth', { token: resetResponse.body.token })).body.email).toBe(
    person.email,
  )
  expect((await signIn(person.email, PASSWORD)).status).toBe(400)
  expect((await signIn(person.email, 'a better one')).status).toBe(200)
  expect(await reset(code, 'once more')).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'This link is no longer valid', field: 'code' }] },
  })
})

test('a forgotten password gets the same response for unknown emails, which are sent nothing', async () => {
  const member = await app.signUp()
  const responses = [await askForReset(member.email), await askForReset('nobody@example.com')]
  expect(responses[0]?.body).toEqual(responses[1]?.body)
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  await lastMailTo(member.email)
  await until(async () => (await pendingJobs()) === 0)
  expect(sentTo('nobody@example.com')).toEqual([])
})

test('a forgotten password can be set by one of several who use the same link at once', async () => {
  const person = await app.signUp()
  await askForReset(person.email)
  const { code } = await lastMailTo(person.email)
  const tries = [app, secondApp, app, secondApp].map((at, index) => reset(code, `password ${index}`, at))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400, 400, 400])
})

test('a forgotten password has no valid link any more when another one was sent, or half an hour has passed', async () => {
  const person = await app.signUp()
  await askForReset(person.email)
  const first = await lastMailTo(person.email)
  await askForReset(person.email)
  const second = await lastMailTo(person.email, 2)
  expect((await reset(first.code, 'a better one')).status).toBe(400)
  await app.db.transaction((trx) =>
    trx
      .updateTable('codes')
      .set({ expires_at: Date.now() - 1 })
      .execute(),
  )
  expect((await reset(second.code, 'a better one')).status).toBe(400)
  expect((await person.get('/api/auth')).status).toBe(200)
})

test('a forgotten password stores no code that could be used', async () => {
  const person = await app.signUp()
  await askForReset(person.email)
  const { code } = await lastMailTo(person.email)
  for (const table of ['codes', 'jobs', 'changes', 'attempts'] as const) {
    const rows = await app.db.kysely.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  }
  expect((await reset(code, 'a better one')).status).toBe(200)
})

test('a forgotten password can be requested by email a limited number of times', async () => {
  const limited = await app.another({ ...mails.settings, RATE_LIMIT: 'on' })
  for (const email of ['known@example.com', (await app.signUp()).email]) {
    const statuses: number[] = []
    for (let ask = 0; ask < 7; ask++) statuses.push((await askForReset(email, limited)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  }
  await limited.stop()
})

async function pendingJobs(): Promise<number> {
  const rows = await app.db.kysely.selectFrom('jobs').select('id').where('failed_at', 'is', null).execute()
  return rows.length
}

test('a mail server that is away delays mails, and costs none', async () => {
  const people = [await app.signUp(), await app.signUp()]
  // Mails of the previous test would fail as well.
  await until(async () => (await pendingJobs()) === 0)
  await mails.stop()
  for (const { email } of people) expect((await askForReset(email)).status).toBe(200)
  await until(async () => {
    const jobs = await app.db.kysely.selectFrom('jobs').select('error').execute()
    return jobs.length === 2 && jobs.every(({ error }) => error?.includes('ECONNREFUSED'))
  })
  await mails.start()
  await tryAgain()
  for (const { email } of people) await lastMailTo(email)
  await until(async () => (await pendingJobs()) === 0)
  for (const { email } of people) expect(sentTo(email)).toHaveLength(1)
})

test('a mail server that refuses for now is asked again with the same message id, and one that refuses for good is not', async () => {
  const person = await app.signUp()
  mails.behavior = { refuseWith: 451 }
  await askForReset(person.email)
  await until(async () => {
    const [job] = await app.db.kysely.selectFrom('jobs').selectAll().where('failed_at', 'is', null).execute()
    return job?.error?.includes('Not now')
  })
  mails.behavior = {}
  await tryAgain()
  const { mail } = await lastMailTo(person.email)
  expect(mail?.headers.get('message-id')).toMatch(/^<[\w-]{36}@community\.example>$/)

  mails.behavior = { refuseWith: 550 }
  await askForReset(person.email)
  await until(async () => {
    const failed = await app.db.kysely
      .selectFrom('jobs')
      .selectAll()
      .where('failed_at', 'is not', null)
      .execute()
    return failed.some(({ attempts, error }) => attempts === 1 && error?.includes('Not now'))
  })
})

test('a mail server that is slow lets no request wait', async () => {
  const released = Promise.withResolvers<void>()
  mails.behavior = { wait: () => released.promise }
  const people = await Promise.all([1, 2, 3, 4].map(() => app.signUp()))
  for (const { email } of people) expect((await askForReset(email)).status).toBe(200)
  expect((await app.call('GET', '/api/site')).status).toBe(200)
  expect(people.flatMap(({ email }) => sentTo(email))).toEqual([])
  released.resolve()
  for (const { email } of people) await lastMailTo(email)
})

const register = async (email: string) => {
  const body = { name: 'Grace Hopper', email, password: PASSWORD }
  return (await app.call('POST', '/api/users', { body })).body.token as string
}
const account = async (token: string) => (await secondApp.call('GET', '/api/auth', { token })).body
const confirm = (code: string) => app.call('PUT', '/api/auth/confirmation', { body: { code } })

test('an email is confirmed by the link that registration sends', async () => {
  const token = await register('grace@example.com')
  expect((await account(token)).emailConfirmed).toBe(false)
  const { mail, code } = await lastMailTo('grace@example.com')
  expect(mail?.text).toContain(`https://community.example/confirm-email#${code}`)
  expect((await confirm(code)).body).toEqual({ msg: 'Email confirmed' })
  expect((await account(token)).emailConfirmed).toBe(true)
  expect((await confirm(code)).status).toBe(400)
  expect((await app.call('POST', '/api/auth/confirmation', { token })).status).toBe(200)
  await lastMailTo('grace@example.com', 2)
})

test('an email changes when the new address confirms it, and the old one gets a notice', async () => {
  const token = await register('old@example.com')
  const change = (body: object) => app.call('PUT', '/api/auth/email', { token, body })
  expect((await change({ email: 'new@example.com', password: 'wrong' })).body.errors).toEqual([
    { msg: 'Current password is wrong', field: 'password' },
  ])
  expect((await change({ email: 'grace@example.com', password: PASSWORD })).body.errors).toEqual([
    { msg: 'User already exists', field: 'email' },
  ])
  expect((await change({ email: 'new@example.com', password: PASSWORD })).status).toBe(200)
  expect((await account(token)).email).toBe('old@example.com')
  const { code } = await lastMailTo('new@example.com')
  const { avatar } = await account(token)
  expect((await confirm(code)).status).toBe(200)
  const changed = await account(token)
  expect(changed).toMatchObject({ email: 'new@example.com', emailConfirmed: true })
  expect(changed.avatar).not.toBe(avatar)
  await lastMailTo('old@example.com', 2)
  expect((await signIn('new@example.com', PASSWORD)).status).toBe(200)
  expect((await signIn('old@example.com', PASSWORD)).status).toBe(400)
})

test('an email that someone registers in the meantime is not taken from them', async () => {
  const token = await register('first@example.com')
  const body = { email: 'wanted@example.com', password: PASSWORD }
  await app.call('PUT', '/api/auth/email', { token, body })
  const { code } = await lastMailTo('wanted@example.com')
  await register('wanted@example.com')
  expect((await confirm(code)).body.errors).toEqual([{ msg: 'User already exists', field: 'email' }])
  expect((await account(token)).email).toBe('first@example.com')
})

const signUp = async () => ({ person: await app.signUp(), wanted: `wanted-${Math.random()}@example.com` })
const askForChange = (person: Person, email: string) =>
  person.put('/api/auth/email', { email, password: PASSWORD })

test('a link that someone else got hold of does not move an account to another address after its password was replaced', async () => {
  const { person, wanted } = await signUp()
  await askForChange(person, wanted)
  const { code } = await lastMailTo(wanted)
  await askForReset(person.email)
  const { token } = (await reset((await lastMailTo(person.email)).code, 'a better one')).body
  expect((await confirm(code)).body.errors).toEqual([{ msg: 'This link is no longer valid', field: 'code' }])
  expect((await app.call('GET', '/api/auth', { token })).body.email).toBe(person.email)
})

test.runIf(engine === 'postgres')(
  'a link that someone else got hold of does not move an account while its password is being replaced',
  async () => {
    const { person, wanted } = await signUp()
    await askForChange(person, wanted)
    const { code } = await lastMailTo(wanted)
    const { confirmation } = await app.db.transaction(async (trx) => {
      await lockPassword(trx, person.id)
      const confirmation = confirm(code)
      await until(async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted`.execute(app.db.kysely)
        return rows.length > 0
      })
      await setPassword(trx, person.id, 'the hash of another one')
      return { confirmation }
    })
    expect((await confirmation).status).toBe(400)
    expect((await person.get('/api/auth')).body.email).toBe(person.email)
  },
)

test('a link that someone else got hold of opens nothing from the old address once the account has a new one', async () => {
  const { person, wanted } = await signUp()
  await askForReset(person.email)
  const { code } = await lastMailTo(person.email)
  await askForChange(person, wanted)
  expect((await confirm((await lastMailTo(wanted)).code)).status).toBe(200)
  expect((await reset(code, 'a better one')).status).toBe(400)
})

test('a link that someone else got hold of cannot be sent to an address again and again', async () => {
  const limited = await app.another({ ...mails.settings, RATE_LIMIT: 'on' })
  const { person, wanted } = await signUp()
  const statuses: number[] = []
  for (let ask = 0; ask < 6; ask++) {
    const body = { email: wanted, password: PASSWORD }
    statuses.push((await limited.call('PUT', '/api/auth/email', { token: person.token, body })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await limited.stop()
})

test('a link that someone else got hold of lets nobody in while the account is suspended, and says why', async () => {
  const { person, wanted } = await signUp()
  await askForReset(person.email)
  await askForChange(person, wanted)
  const links = [(await lastMailTo(person.email)).code, (await lastMailTo(wanted)).code] as const
  const moderator = await app.signUpAs('moderator')
  const suspended = `/api/admin/suspensions/${person.id}`
  const refusal = {
    status: 403,
    body: { errors: [{ msg: 'Three warnings', suspendedUntil: '2099-01-01T00:00:00.000Z' }] },
  }
  await moderator.put(suspended, { reason: 'Three warnings', until: '2099-01-01T00:00:00Z' })
  expect(await reset(links[0], 'a better one', secondApp)).toMatchObject(refusal)
  expect(await confirm(links[1])).toMatchObject(refusal)
  expect((await askForChange(person, wanted)).status).toBe(401)
  const sessions = app.db.kysely.selectFrom('sessions').selectAll().where('user_id', '=', person.id)
  expect(await sessions.execute()).toEqual([])
  await moderator.delete(suspended)
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})

let silent: TestApp
let admin: Person
beforeAll(async () => {
  silent = await startApp()
  admin = await silent.signUpAs('admin')
})
afterAll(() => silent.stop())

test('without mail, a reset names the admins to ask, and an admin makes the link', async () => {
  const person = await silent.signUp()
  const response = await askForReset(person.email, silent)
  expect(response).toMatchObject({ status: 200, body: { msg: expect.stringContaining('admin') } })
  const jobs = silent.db.kysely.selectFrom('jobs').select('kind')
  expect(await jobs.execute()).toEqual([])

  const path = `/api/admin/members/${person.id}/reset`
  expect((await person.post(path)).status).toBe(403)
  expect((await admin.post('/api/admin/members/some-id/reset')).status).toBe(404)
  const { url } = (await admin.post(path)).body
  expect((await admin.get('/api/admin/log')).body).toMatchObject([
    { action: 'reset-link', by: { _id: admin.id }, to: { _id: person.id } },
  ])
  expect(url).toMatch(new RegExp(`^${silent.running.address}/reset-password#[\\w-]{43}$`))
  const resetResponse = await reset(url.split('#')[1], 'a better one', silent)
  expect((await silent.call('GET', '/api/auth', { token: resetResponse.body.token })).body._id).toBe(
    person.id,
  )
})

test('without mail, an email changes at once, and nothing is sent at registration', async () => {
  const person = await silent.signUp()
  const body = { email: 'changed@example.com', password: PASSWORD }
  expect((await person.put('/api/auth/email', body)).body).toEqual({ msg: 'Email changed' })
  expect((await person.get('/api/auth')).body).toMatchObject({ email: body.email, emailConfirmed: false })
  expect((await person.post('/api/auth/confirmation')).status).toBe(400)
})
