import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let owner: Person
let member: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  owner = await app.signUpWithProfile('Owner')
  member = await app.signUpWithProfile('Member')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const path = () => `/api/profile/user/${owner.id}`

async function shared(token?: string) {
  const emails: (string | undefined)[] = []
  for (const process of [app, secondApp]) {
    for (const url of [path(), '/api/profile']) {
      const { body } = await process.call('GET', url, { token })
      const profile = [body].flat().find(({ user }) => user._id === owner.id)
      emails.push(profile.email)
    }
    const { body: html } = await process.call('GET', `/profile/${owner.id}`)
    emails.push(html.match(/<a href="mailto:[^"]*">([^<]*)</)?.[1])
  }
  return emails
}

const contact = (token?: string) => secondApp.call('GET', `${path()}/contact`, { token })

const NONE = Array(6).fill(undefined)

test('nobody sees the email of a profile unless its owner says so', async () => {
  expect((await owner.get('/api/profile/me')).body.showEmail).toBe('nobody')
  expect(await shared()).toEqual(NONE)
  expect(await shared(owner.token)).toEqual(NONE)
  expect((await contact(member.token)).body).toEqual({ email: null })
  expect((await contact()).status).toBe(401)
})

test('members see an email in their own call, never in the responses that all readers share', async () => {
  const saved = await owner.post('/api/profile', { showEmail: 'members' })
  expect(saved.body).toMatchObject({ showEmail: 'members' })
  expect(saved.body).not.toHaveProperty('email')
  // A member reads first, so that a cached copy for members would reach visitors.
  expect((await contact(member.token)).body).toEqual({ email: owner.email })
  expect(await shared(member.token)).toEqual(NONE)
  expect(await shared()).toEqual(NONE)
  expect((await contact()).status).toBe(401)
  expect((await contact(member.token)).headers.get('cache-control')).toBe('no-store')
})

test('everybody sees a public email, and no cache has it any more once that changes', async () => {
  await owner.post('/api/profile', { showEmail: 'public' })
  expect(await shared()).toEqual(Array(6).fill(owner.email))
  await owner.post('/api/profile', { bio: 'Unrelated' })
  expect(await shared()).toEqual(Array(6).fill(owner.email))
  await owner.post('/api/profile', { showEmail: '' })
  expect((await owner.get('/api/profile/me')).body.showEmail).toBe('nobody')
  expect(await shared()).toEqual(NONE)
  expect((await contact(member.token)).body).toEqual({ email: null })
})

test('other values for who sees the email are refused, and people without a profile have no contact', async () => {
  for (const showEmail of ['everyone', true, ['public']]) {
    const { status, body } = await owner.post('/api/profile', { showEmail })
    expect([status, body.errors[0].field]).toEqual([400, 'showEmail'])
  }
  const newcomer = await app.signUp()
  for (const id of [newcomer.id, 'x']) {
    expect((await member.get(`/api/profile/user/${id}/contact`)).body).toEqual({
      errors: [{ msg: 'Profile not found' }],
    })
  }
})
