import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'
import { finishSignIn, returnedFrom } from '../../sign-in-browser.ts'
import { SignInProvider } from '../../sign-in-provider.ts'
import { unzip } from '../../unzip.ts'

const provider = new SignInProvider()
let app: TestApp
let secondApp: TestApp
let admin: Person

beforeAll(async () => {
  await provider.reservePort()
  app = await startApp(provider.settings)
  await provider.start(app.running.address)
  secondApp = await app.another()
  admin = await app.signUpAs('admin')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
  await provider.stop()
})

const write = (page: string, text: unknown) => admin.put(`/api/admin/site/pages/${page}`, { text })
const read = (page: string, at = secondApp) => at.call('GET', `/api/site/pages/${page}`)
const pagesOfSite = async () => (await secondApp.call('GET', '/api/site')).body.pages

beforeEach(async () => {
  for (const page of ['rules', 'privacy', 'imprint']) expect((await write(page, '')).status).toBe(200)
})

test('rules, privacy policy and imprint exist once an admin has written them, in every process, until they are emptied', async () => {
  for (const page of ['rules', 'privacy', 'imprint']) {
    expect((await read(page)).status).toBe(404)
    expect((await secondApp.call('GET', `/${page}`)).status).toBe(404)
    const response = await write(page, 'Be **kind** to @ada.\n\n<script>alert(1)</script>')
    expect(response).toMatchObject({
      status: 200,
      body: { page, text: 'Be **kind** to @ada.\n\n<script>alert(1)</script>', date: expect.any(String) },
    })
    expect(response.body.html).toContain('Be <strong>kind</strong> to @ada.')
    expect(response.body.html).not.toContain('<script')
    expect((await read(page)).body).toEqual(response.body)
  }
  expect(await pagesOfSite()).toEqual(['rules', 'privacy', 'imprint'])
  await write('privacy', ' \n')
  expect((await read('privacy')).status).toBe(404)
  expect(await pagesOfSite()).toEqual(['rules', 'imprint'])
  expect((await read('rules', app)).status).toBe(200)
})

test('only admins write these pages, of at most 50,000 characters, and there are no others', async () => {
  const moderator = await app.signUpAs('moderator')
  expect((await moderator.put('/api/admin/site/pages/rules', { text: 'Mine' })).status).toBe(403)
  for (const page of ['terms', 'RULES', 'rules.html', '__proto__']) {
    expect((await write(page, 'x')).status, page).toBe(404)
    expect((await read(page)).status, page).toBe(404)
  }
  const long = await write('rules', '🙂'.repeat(50_000))
  expect([long.status, [...long.body.text].length]).toEqual([200, 50_000])
  expect((await write('rules', 'x'.repeat(50_001))).body.errors[0].field).toBe('text')
  expect((await write('rules', 5)).status).toBe(400)
  expect((await admin.get('/api/admin/log')).body[0]).toMatchObject({
    action: 'site',
    details: 'rules: changed',
  })
})

test('a long page keeps its formatting, whatever its alphabet', async () => {
  const text = '- **пункт** правил этого сообщества\n'.repeat(400)
  expect((await write('rules', text)).body.html.match(/<strong>/g)).toHaveLength(400)
})

test('these pages can be read without scripts, and every page without scripts links to them', async () => {
  await write('imprint', 'Responsible: **Ada Byrne**')
  const { status, body } = await secondApp.call('GET', '/imprint')
  expect(status).toBe(200)
  expect(body).toContain('<h1>Imprint</h1><p>Responsible: <strong>Ada Byrne</strong></p>')
  expect(body).toContain('<title>Imprint · Developer Connector</title>')
  expect((await secondApp.call('GET', '/profiles')).body).toContain(
    '<footer><a href="/imprint">Imprint</a> </footer>',
  )
  expect((await secondApp.call('GET', '/sitemap.xml')).body).toMatch(/\/imprint</)
  expect((await secondApp.call('GET', '/sitemap.xml')).body).not.toMatch(/\/rules</)
  for (const handle of ['rules', 'privacy', 'imprint']) {
    expect((await admin.put('/api/auth/account', { handle })).status, handle).toBe(400)
  }
})

let emails = 0
async function register() {
  const email = `agreeing-${++emails}@example.com`
  const { body } = await app.call('POST', '/api/users', { body: { name: 'N', email, password: PASSWORD } })
  return body.token as string
}

async function agreed(token: string): Promise<string | null> {
  const response = await fetch(`${app.running.address}/api/auth/export`, {
    headers: { 'x-auth-token': token },
  })
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  return JSON.parse(files.get('account.json')?.toString() ?? '').agreed
}

test('accounts keep when they agreed, if there were rules or a privacy policy', async () => {
  expect(await agreed(await register())).toBeNull()
  await write('imprint', 'Ada Byrne')
  expect(await agreed(await register())).toBeNull()
  for (const page of ['rules', 'privacy']) {
    const before = Date.now()
    await write(page, 'Be kind')
    const moment = Date.parse((await agreed(await register())) ?? '')
    expect(moment).toBeGreaterThanOrEqual(before)
    expect(moment).toBeLessThanOrEqual(Date.now())
    await write(page, '')
  }
})

test('who comes through a provider, or has waited for approval, has agreed when registering', async () => {
  await write('privacy', 'We keep your email')
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
  const { body } = await finishSignIn(app, await returnedFrom(app, 'ada'))
  expect(await agreed(body.token)).not.toBeNull()

  await admin.put('/api/admin/site', { approval: true })
  const registered = Date.now()
  await register()
  const email = `agreeing-${emails}@example.com`
  await admin.put('/api/admin/site', { approval: false })
  const [waiting] = (await admin.get('/api/admin/registrations')).body
  const approvedAt = Date.now()
  await admin.put(`/api/admin/registrations/${waiting._id}`, { approved: true })
  const { token } = (await app.call('POST', '/api/auth', { body: { email, password: PASSWORD } })).body
  const moment = Date.parse((await agreed(token)) ?? '')
  expect(moment).toBeGreaterThanOrEqual(registered)
  expect(moment).toBeLessThanOrEqual(approvedAt)
})
