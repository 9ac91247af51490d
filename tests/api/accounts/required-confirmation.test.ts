import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession } from '../../../server/features/accounts/sessions.ts'
import { createUser } from '../../../server/features/sign-in/register.ts'
import { type ApiResponse, PASSWORD, Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'

const mails = new MailServer()
let app: TestApp
let secondApp: TestApp
let admin: Person
let author: Person
let post: string
let picture: Buffer

beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
  secondApp = await app.another(mails.settings)
  admin = await app.signUpAs('admin')
  author = await app.signUp('Author')
  post = await author.write('First')
  picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
  await mails.stop()
})

const change = async (body: object, at = admin) => {
  expect((await at.put('/api/admin/site', body)).status).toBe(200)
}

beforeEach(() => change({ confirm: 'optional', inviting: 'members' }))

const FIRST = { status: 403, body: { errors: [{ msg: 'Please confirm your email first' }] } }

/** Each mail invalidates the code of the one before. */
async function codeFor({ email }: Person, count: number): Promise<string | undefined> {
  const sent = () => mails.received.filter(({ to }) => to.includes(email))
  await expect.poll(sent).toHaveLength(count)
  return /#([\w-]{43})/.exec(sent().at(-1)?.text ?? '')?.[1]
}

let emails = 0
async function register(at = app): Promise<Person> {
  const email = `new-${++emails}@example.com`
  const { body } = await at.call('POST', '/api/users', {
    body: { name: 'Newcomer', email, password: PASSWORD },
  })
  const account = await at.call('GET', '/api/auth', { token: body.token })
  return new Person(at, body.token, account.body._id, 'Newcomer', email)
}

const contributions = (person: Person): Record<string, () => Promise<ApiResponse>> => ({
  posting: () => person.post('/api/posts', { text: 'Hello' }),
  commenting: () => person.post(`/api/posts/comment/${post}`, { text: 'Hello' }),
  liking: () => person.put(`/api/posts/like/${post}`),
  'following a person': () => person.put(`/api/follows/people/${author.id}`),
  'following a tag': () => person.put('/api/follows/tags/sql'),
  reporting: () => person.post('/api/reports', { post, reason: 'Odd' }),
  inviting: () => person.post('/api/invitations', {}),
  uploading: () => person.upload(picture),
})

async function expectAll(person: Person, expected: object): Promise<void> {
  for (const [name, attempt] of Object.entries(contributions(person))) {
    expect(await attempt(), name).toMatchObject(expected)
  }
}

test('where confirming is required, whoever registers from then on reads and keeps a profile, but contributes only afterwards', async () => {
  await change({ confirm: 'required' })
  const person = await register()
  await expectAll(person, FIRST)
  expect((await person.get('/api/auth')).body).toMatchObject({ emailConfirmed: false, mustConfirm: true })
  for (const path of ['/api/posts', `/api/posts/${post}`, '/api/profile/me', '/api/auth/export']) {
    expect([200, 404]).toContain((await person.get(path)).status)
  }
  expect((await person.post('/api/profile', { status: 'Developer', skills: 'SQL' })).status).toBe(200)
  expect((await person.put('/api/profile/projects', { name: 'Mine' })).status).toBe(200)
  expect((await person.put('/api/auth/account', { name: 'Renamed' })).status).toBe(200)
  expect((await person.post('/api/auth/confirmation')).status).toBe(200)

  expect(
    (await app.call('PUT', '/api/auth/confirmation', { body: { code: await codeFor(person, 2) } })).status,
  ).toBe(200)
  for (const instance of [secondApp, app]) {
    const account = await instance.call('GET', '/api/auth', { token: person.token })
    expect(account.body).not.toHaveProperty('mustConfirm')
    const like = await instance.call('PUT', `/api/posts/like/${post}`, { token: person.token })
    expect(like.status).toBe(200)
  }
  await expectAll(person, { status: 200 })
  const leaving = await register()
  expect((await leaving.delete('/api/profile')).status).toBe(200)
})

test('the switch reaches every process with the next request, and those who had registered before are not affected', async () => {
  const before = await register()
  await expectAll(before, { status: 200 })
  await change({ confirm: 'required' })
  await expectAll(before, { status: 200 })
  const laterMember = await register(secondApp)
  for (let round = 0; round < 2; round++) {
    for (const instance of [app, secondApp]) {
      const attempt = await instance.call('PUT', `/api/posts/like/${post}`, { token: laterMember.token })
      expect(attempt).toMatchObject(FIRST)
    }
    await change({ confirm: 'required', inviting: 'moderators' })
    await change({ inviting: 'members' })
  }
  await change({ confirm: 'optional' })
  for (const instance of [secondApp, app]) {
    expect((await instance.call('PUT', `/api/posts/like/${post}`, { token: laterMember.token })).status).toBe(
      200,
    )
  }
  await change({ confirm: 'required' })
  expect((await laterMember.put(`/api/posts/like/${post}`)).status).toBe(200)
})

test('an email that a sign-in provider has verified counts as confirmed', async () => {
  await change({ confirm: 'required' })
  const name = 'From a provider'
  const email = 'verified@example.com'
  const person = await app.db.transaction(async (trx) => {
    const id = await createUser(trx, { name, email, passwordHash: '', isConfirmed: true })
    return new Person(app, await openSession(trx, id, undefined), id, name, email)
  })
  await expectAll(person, { status: 200 })
})

test('without mail it has no effect, as nobody could confirm anything', async () => {
  const silent = await startApp()
  const alone = await silent.signUpAs('admin')
  await change({ confirm: 'required' }, alone)
  expect((await silent.call('GET', '/api/site')).body).toMatchObject({ confirm: 'required', mail: false })
  const { body } = await silent.call('POST', '/api/users', {
    body: { name: 'N', email: 'n@example.com', password: PASSWORD },
  })
  const postResponse = await silent.call('POST', '/api/posts', { token: body.token, body: { text: 'Hello' } })
  expect(postResponse.status).toBe(200)
  await silent.stop()
})
