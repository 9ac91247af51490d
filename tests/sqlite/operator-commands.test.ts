import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { MailServer } from '../mail-server.ts'

let app: TestApp
const mails = new MailServer()

beforeAll(async () => {
  app = await startApp()
  await mails.start()
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

function run(script: string, argument: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...argument], {
    env: { ...process.env, DATABASE_URL: app.running.context.settings.databaseUrl, ...environment },
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
}

test('npm run admin makes an account an admin while the server runs', async () => {
  const person = await app.signUp()
  expect((await person.get('/api/auth')).body.role).toBe('member')
  expect(await run('admin', [person.email])).toMatchObject({
    code: 0,
    output: expect.stringContaining('This email is not confirmed'),
  })
  await app.db.transaction((trx) => trx.updateTable('users').set({ email_confirmed: 1 }).execute())
  expect((await run('admin', [person.email])).output).not.toContain('not confirmed')
  expect((await person.get('/api/auth')).body.role).toBe('admin')
  expect(await run('admin', ['nobody@example.com'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('no account'),
  })
  const suspended = await app.signUp()
  await person.put(`/api/admin/suspensions/${suspended.id}`, { reason: 'Spam' })
  expect(await run('admin', [suspended.email])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is suspended'),
  })
  expect((await run('admin', [])).output).toContain('Usage: npm run admin -- EMAIL')
})

test('npm run reset prints a link that sets a new password', async () => {
  const person = await app.signUp()
  const { code, output } = await run('reset', [person.email], { PUBLIC_URL: 'https://community.example' })
  expect(code).toBe(0)
  const link = /https:\/\/community\.example\/reset-password#([\w-]{43})/.exec(output)
  const body = { code: link?.[1], password: 'a better one' }
  expect((await app.call('PUT', '/api/auth/reset', { body })).status).toBe(200)
  expect((await run('reset', ['nobody@example.com'])).code).toBe(1)
})

test('npm run mail sends a test, or says what is wrong', async () => {
  expect(await run('mail', ['ada@example.com'], mails.settings)).toMatchObject({ code: 0 })
  expect(mails.received[0]?.to).toEqual(['ada@example.com'])
  const unreachable = { ...mails.settings, SMTP_URL: 'smtp://127.0.0.1:9' }
  expect(await run('mail', ['ada@example.com'], unreachable)).toMatchObject({
    code: 1,
    output: expect.stringContaining('ECONNREFUSED'),
  })
  expect((await run('mail', ['ada@example.com'])).output).toContain('Mail is not set up')
})
