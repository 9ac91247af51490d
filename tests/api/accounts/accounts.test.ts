import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, PASSWORD, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const register = (body: unknown): Promise<ApiResponse> => app.call('POST', '/api/users', { body })
const logIn = (body: unknown): Promise<ApiResponse> => app.call('POST', '/api/auth', { body })

test('registration returns a token of the new user', async () => {
  const registered = await register({
    name: ' Grace Hopper ',
    email: ' Grace@Example.com ',
    password: PASSWORD,
  })
  expect(registered.status).toBe(200)
  expect(registered.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  const me = await app.call('GET', '/api/auth', { token: registered.body.token })
  expect(me.status).toBe(200)
  expect(me.body).toEqual({
    _id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    name: 'Grace Hopper',
    handle: 'grace-hopper',
    email: 'Grace@Example.com',
    avatar: `https://gravatar.com/avatar/${hash('sha256', 'grace@example.com')}?s=200&r=pg&d=404`,
    hasProfile: false,
    role: 'member',
    muted: [],
    blocked: [],
    unread: 0,
    emailConfirmed: false,
    date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  })
})

test('registration reports all invalid fields at once, in the order of the form', async () => {
  const wrong = {
    errors: [
      { msg: 'Name is required', field: 'name' },
      { msg: 'Please include a valid email', field: 'email' },
      { msg: 'Please enter a password with 6 or more characters', field: 'password' },
    ],
  }
  for (const body of [
    { password: '12345' },
    { name: ' \t', email: 'grace@', password: '' },
    { name: null, email: { $gt: '' }, password: 123456 },
    {},
  ]) {
    const response = await register(body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual(wrong)
  }
})

test('registration accepts the longest allowed name and password, and none longer', async () => {
  const name = '😀'.repeat(100)
  const password = 'p'.repeat(128)
  const registered = await register({ name, email: 'longest@example.com', password })
  expect((await app.call('GET', '/api/auth', { token: registered.body.token })).body.name).toBe(name)
  expect((await logIn({ email: 'longest@example.com', password })).status).toBe(200)

  const refused = await register({
    name: `${name}x`,
    email: 'longer@example.com',
    password: `${password}p`,
  })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    { msg: 'Name must be at most 100 characters', field: 'name' },
    { msg: 'Password must be at most 128 characters', field: 'password' },
  ])
})

test('registration with the same email many times at once creates one account', async () => {
  const emails = ['race@example.com', 'RACE@example.com', ' race@Example.com']
  const responses = await Promise.all(
    Array.from({ length: 9 }, (_, i) => register({ name: 'R', email: emails[i % 3], password: PASSWORD })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = responses.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(8)
  for (const { body } of refused) {
    expect(body).toEqual({ errors: [{ msg: 'User already exists', field: 'email' }] })
  }
})

test('registration stores neither the password nor the token', async () => {
  const password = 'a secret of mine'
  const { body } = await register({ name: 'S', email: 'secret@example.com', password })
  const users = await app.db.kysely.selectFrom('users').selectAll().execute()
  const sessions = await app.db.kysely.selectFrom('sessions').selectAll().execute()
  const storedRows = JSON.stringify([users, sessions])
  expect(storedRows).not.toContain(password)
  expect(storedRows).not.toContain(body.token)
  expect(sessions.map((session) => session.token_hash)).toContain(hash('sha256', body.token))
  const user = users.find(({ email }) => email === 'secret@example.com')
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

test('login accepts the email in any case, with spaces around it, and returns a new token', async () => {
  const person = await app.signUp('Ada Lovelace', 'ada@example.com')
  const { status, body } = await logIn({ email: ' ADA@example.COM ', password: PASSWORD })
  expect(status).toBe(200)
  expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  expect(body.token).not.toBe(person.token)
  expect((await app.call('GET', '/api/auth', { token: body.token })).body._id).toBe(person.id)
})

test('login responds the same to a wrong password and an unknown email', async () => {
  await app.signUp('Known', 'known@example.com')
  const wrong = await logIn({ email: 'known@example.com', password: `${PASSWORD}!` })
  const unknown = await logIn({ email: 'unknown@example.com', password: PASSWORD })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({ errors: [{ msg: 'Invalid Credentials' }] })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test('login says which fields are missing', async () => {
  for (const body of [{}, { email: 'nobody', password: '' }, { email: ['a@b.cd'], password: 123456 }]) {
    const response = await logIn(body)
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual([
      { msg: 'Please include a valid email', field: 'email' },
      { msg: 'Password is required', field: 'password' },
    ])
  }
})
