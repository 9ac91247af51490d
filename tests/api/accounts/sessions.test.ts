import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../server/database/faults.ts'
import { HashQueue } from '../../../server/features/accounts/passwords.ts'
import { PASSWORD, Person, startApp, type TestApp } from '../../app.ts'

const DAY = 24 * 60 * 60_000
const DEAD = { errors: [{ msg: 'Token is not valid' }] }

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => app.stop())

async function logInAgain(person: Person, device = 'A phone', password = PASSWORD): Promise<string> {
  const body = { email: person.email, password }
  const response = await app.call('POST', '/api/auth', { body, headers: { 'user-agent': device } })
  return response.body.token
}

const whoIs = (token: string) => app.call('GET', '/api/auth', { token })

test('a logout ends its own session at once and no other', async () => {
  const person = await app.signUp()
  const phone = await logInAgain(person)
  const response = await app.call('DELETE', '/api/auth', { token: phone })
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ msg: 'Logged out' })
  const dead = await whoIs(phone)
  expect(dead.status).toBe(401)
  expect(dead.body).toEqual(DEAD)
  expect((await whoIs(person.token)).status).toBe(200)
})

test('the sessions are listed, and any of them can be ended', async () => {
  const person = await app.signUp()
  const phone = await logInAgain(person, 'A phone')
  const listed = await person.get('/api/auth/sessions')
  expect(listed.status).toBe(200)
  expect(listed.body).toHaveLength(2)
  const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  const session = { _id: expect.any(String), created: moment, lastUsed: moment }
  expect(listed.body).toContainEqual({ ...session, device: 'A phone', current: false })
  expect(listed.body).toContainEqual({ ...session, device: expect.any(String), current: true })
  expect(JSON.stringify(listed.body)).not.toContain(phone)

  const other = listed.body.find((session: { current: boolean }) => !session.current)
  const remainingSessions = await person.delete(`/api/auth/sessions/${other._id}`)
  expect(remainingSessions.status).toBe(200)
  expect(remainingSessions.body).toEqual([expect.objectContaining({ current: true })])
  expect((await whoIs(phone)).body).toEqual(DEAD)
})

test("another user's session, a missing one and a malformed id are not found", async () => {
  const person = await app.signUp()
  const stranger = await app.signUp()
  const [session] = (await stranger.get('/api/auth/sessions')).body
  for (const id of [session._id, 'no-id', '01900000-0000-7000-8000-000000000000']) {
    const response = await person.delete(`/api/auth/sessions/${id}`)
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ errors: [{ msg: 'Session not found' }] })
  }
  expect((await stranger.get('/api/auth')).status).toBe(200)
})

test('a new password ends all sessions and opens one, and the old password no longer works', async () => {
  const person = await app.signUp()
  const phone = await logInAgain(person)
  const changed = await person.put('/api/auth/password', { password: PASSWORD, newPassword: 'new secret' })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  // A thief may hold the token that made the change.
  for (const token of [person.token, phone]) expect((await whoIs(token)).body).toEqual(DEAD)
  const sessions = await app.call('GET', '/api/auth/sessions', { token: changed.body.token })
  expect(sessions.body).toEqual([expect.objectContaining({ current: true })])
  expect(await logInAgain(person)).toBeUndefined()
  expect(await logInAgain(person, 'A phone', 'new secret')).toEqual(expect.any(String))
})

test('changing the password requires the current one, and a new one that is long enough', async () => {
  const person = await app.signUp()
  const wrong = await person.put('/api/auth/password', { password: 'not it', newPassword: 'new secret' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({ errors: [{ msg: 'Current password is wrong', field: 'password' }] })
  const short = await person.put('/api/auth/password', { password: '', newPassword: '12345' })
  expect(short.status).toBe(400)
  expect(short.body.errors).toEqual([
    { msg: 'Current password is required', field: 'password' },
    { msg: 'Please enter a password with 6 or more characters', field: 'newPassword' },
  ])
  expect(await logInAgain(person)).toEqual(expect.any(String))
})

test('a concurrent login or change that has verified the old password fails after a change', async () => {
  const attempts = [
    (person: Person) => logInAgain(person),
    async (person: Person) => {
      const body = { password: PASSWORD, newPassword: 'stolen' }
      return (await app.call('PUT', '/api/auth/password', { token: person.token, body })).body.token
    },
    // Whoever controls the email can reset the password.
    async (person: Person) => {
      const body = { email: `thief-of-${person.email}`, password: PASSWORD }
      return (await person.put('/api/auth/email', body)).body.msg
    },
  ]
  for (const attempt of attempts) {
    const person = await app.signUp()
    const other = new Person(app, await logInAgain(person), person.id, person.name, person.email)
    vi.spyOn(HashQueue.prototype, 'verify').mockImplementationOnce(async () => {
      const body = { password: PASSWORD, newPassword: 'new secret' }
      expect((await other.put('/api/auth/password', body)).status).toBe(200)
      return true
    })
    expect(await attempt(person)).toBeUndefined()
    expect(await logInAgain(person, 'A phone', 'new secret')).toEqual(expect.any(String))
  }
})

test('a session works while nothing can be written, and its use is recorded later', async () => {
  const person = await app.signUp()
  await person.get('/api/posts')
  const usedAt = async () => Date.parse((await person.get('/api/auth/sessions')).body[0].lastUsed)
  const inTwoHours = Date.now() + 2 * 60 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: inTwoHours })
  vi.spyOn(app.db, 'transaction').mockRejectedValue(new DatabaseUnavailable('The disk is full'))
  for (const path of ['/api/posts', '/api/auth', '/api/posts']) {
    expect((await person.get(path)).status).toBe(200)
  }
  vi.restoreAllMocks()
  expect(await usedAt()).toBeLessThan(inTwoHours)
  vi.setSystemTime(inTwoHours + 2 * 60_000)
  await person.get('/api/posts')
  await expect.poll(usedAt).toBeGreaterThan(inTwoHours)
})

test('a session lasts 30 days from its last use', async () => {
  const person = await app.signUp()
  const unused = await logInAgain(person)
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const days of [20, 40, 69]) {
    vi.setSystemTime(start + days * DAY)
    expect((await person.get('/api/auth')).status).toBe(200)
  }
  expect((await whoIs(unused)).body).toEqual(DEAD)
  vi.setSystemTime(start + 100 * DAY)
  const expired = await person.get('/api/auth')
  expect(expired.status).toBe(401)
  expect(expired.body).toEqual(DEAD)
})
