import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'

const mails = new MailServer()
let app: TestApp
let admin: Person

beforeAll(async () => {
  await mails.start()
  app = await startApp({ ...mails.settings, RATE_LIMIT: 'on', MAIL_LIMIT: '120', TRUST_PROXY: '1' })
  admin = await app.signUpAs('admin')
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

let emails = 0
const register = async (address: string) => {
  const email = `crowd-${++emails}@example.com`
  const { status } = await app.call('POST', '/api/users', {
    body: { name: 'One of many', email, password: PASSWORD },
    headers: { 'x-forwarded-for': address },
  })
  expect(status).toBe(200)
}

const sent = (subject: string) =>
  mails.received.filter(({ headers }) => headers.get('subject')?.startsWith(subject)).length

const jobs = () => app.db.kysely.selectFrom('jobs').select('id').where('kind', 'like', 'mail a%').execute()
const untilSent = () => expect.poll(jobs).toEqual([])

const boundsInLog = async () => {
  const log: { action: string; by: null; details: string }[] = (await admin.get('/api/admin/log')).body
  return log.filter(({ action }) => action === 'mail-limit').map(({ details }) => details)
}

test('a flood of registrations sends 50 confirmations an hour for an address, half of the daily mails in all, and leaves the rest to resets', async () => {
  for (let count = 0; count < 53; count++) await register('192.0.2.1')
  await untilSent()
  expect(sent('Confirm your email')).toBe(50)
  expect(await boundsInLog()).toEqual([expect.stringContaining('from one address')])

  for (let count = 0; count < 13; count++) await register('192.0.2.2')
  await untilSent()
  expect(sent('Confirm your email')).toBe(60)
  expect((await boundsInLog())[0]).toContain('MAIL_LIMIT')
  const late = await app.signUp('Late')
  const secondRequest = await late.post('/api/auth/confirmation')
  expect(secondRequest.status).toBe(429)
  expect(Number(secondRequest.headers.get('retry-after'))).toBeGreaterThan(3_600)

  const secondApp = await app.another({ ...mails.settings, MAIL_LIMIT: '120' })
  for (let count = 0; count < 20; count++) {
    await secondApp.call('POST', '/api/auth/reset', { body: { email: `nobody-${count}@example.com` } })
  }
  for (let count = 1; count <= 65; count++) {
    const email = `crowd-${count}@example.com`
    const { status } = await secondApp.call('POST', '/api/auth/reset', { body: { email } })
    expect(status).toBe(200)
  }
  await untilSent()
  expect(sent('Set a new password')).toBe(60)
  await secondApp.stop()
})

test('a recipient gets five mails with links an hour, which the log says once', async () => {
  for (let count = 0; count < 8; count++) {
    const { status } = await app.call('POST', '/api/auth/reset', { body: { email: 'victim@example.com' } })
    expect(status).toBe(count < 5 ? 200 : 429)
  }
  const bounds = await boundsInLog()
  expect(bounds.filter((details) => details.includes('one recipient'))).toHaveLength(1)
})
