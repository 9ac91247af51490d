import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

describe('registration', () => {
  test('gives a token that is the new user', async () => {
    const body = { name: ' Grace Hopper ', email: ' Grace@Example.com ', password: PASSWORD }
    const registered = await app.call('POST', '/api/users', { body })
    expect(registered.status).toBe(200)
    const me = await app.call('GET', '/api/auth', { token: registered.body.token })
    expect(me.status).toBe(200)
    expect(me.body).toEqual({
      _id: expect.stringMatching(/^[\da-f-]{13}-7/),
      name: 'Grace Hopper',
      email: 'Grace@Example.com',
      avatar: expect.stringMatching(/^https:\/\/gravatar\.com\/avatar\/[\da-f]{64}\?s=200&r=pg&d=mp$/),
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    })
  })

  test('reports every wrong field at once, in the order of the form', async () => {
    const { status, body } = await app.call('POST', '/api/users', { body: { password: '12345' } })
    expect(status).toBe(400)
    expect(body).toEqual({
      errors: [
        { msg: 'Name is required', field: 'name' },
        { msg: 'Please include a valid email', field: 'email' },
        { msg: 'Please enter a password with 6 or more characters', field: 'password' },
      ],
    })
  })

  test('of one email by many at once makes one account', async () => {
    const emails = ['race@example.com', 'RACE@example.com', ' race@Example.com']
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        app.call('POST', '/api/users', { body: { name: 'R', email: emails[i % 3], password: PASSWORD } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(8)
    for (const { body } of refused) {
      expect(body).toEqual({ errors: [{ msg: 'User already exists', field: 'email' }] })
    }
  })
})
