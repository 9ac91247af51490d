import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICE_DAYS, NOTICES_IN_WINDOW } from '../../../contract/limits.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

const PUBLIC = 'https://community.example'

let app: TestApp
let admin: Person
let moderator: Person
let member: Person

beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: PUBLIC, RATE_LIMIT: 'on', TRUST_PROXY: '1' })
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
  member = await app.signUp()
})
afterAll(() => app.stop())

let addresses = 0
const notice = (body: object, address = `192.0.2.${++addresses}`) =>
  app.call('POST', '/api/notices', {
    body: { url: `${PUBLIC}/posts`, reason: 'Unlawful', email: 'grace@example.com', ...body },
    headers: { 'x-forwarded-for': address },
  })

const reportsFor = async (person: Person) => (await person.get('/api/admin/reports')).body

test('a visitor reports unlawful content, which moderators find among the reports and only admins with the email', async () => {
  const post = await member.write('Spam')
  await moderator.post('/api/reports', { post, reason: 'Spam' })
  const sent = await notice({
    url: `${PUBLIC}/posts/${post}?x=1#comment-2`,
    reason: 'It shows\nmy photograph',
  })
  expect(sent).toMatchObject({ status: 200, body: { msg: 'Thank you. We will look at it.' } })
  const expected = {
    url: `${PUBLIC}/posts/${post}?x=1#comment-2`,
    reason: 'It shows\nmy photograph',
    user: null,
    reporter: null,
    text: null,
    removed: false,
    resolved: false,
  }
  const [first, second] = await reportsFor(admin)
  expect(first).toMatchObject({ ...expected, email: 'grace@example.com' })
  expect(second).toMatchObject({ url: null, user: { _id: member.id }, reporter: { _id: moderator.id } })
  expect(second).not.toHaveProperty('email')
  const [report] = await reportsFor(moderator)
  expect(report).toMatchObject(expected)
  expect(report).not.toHaveProperty('email')
  expect((await member.get('/api/admin/reports')).status).toBe(403)

  const path = `/api/admin/reports/${first._id}`
  const resolved = await moderator.put(path, { resolved: true, note: 'Asked the author' })
  expect(resolved.body).toMatchObject({ ...expected, resolved: true, note: 'Asked the author' })
  expect(resolved.body).not.toHaveProperty('email')
  expect((await reportsFor(admin)).map(({ _id }: { _id: string }) => _id)).toEqual([second._id, first._id])
  const [record] = (await admin.get('/api/admin/log')).body
  expect(record).toMatchObject({ action: 'report', to: null, reason: null, details: 'Asked the author' })
})

test('only addresses of this site are taken, so that no moderator is led elsewhere', async () => {
  for (const url of [
    'https://elsewhere.example/posts',
    '//elsewhere.example',
    'https://community.example.elsewhere.example/',
    'https://community.example@elsewhere.example/',
    'http://community.example/',
    '\\\\elsewhere.example',
    'javascript:alert(1)',
  ]) {
    const refused = await notice({ url })
    expect(refused, url).toMatchObject({ status: 400, body: { errors: [{ field: 'url' }] } })
  }
  const missing = await notice({ url: '', reason: ' ', email: 'nobody' })
  expect(missing.body.errors.map(({ field }: { field: string }) => field)).toEqual(['url', 'reason', 'email'])
  expect((await notice({ reason: 'x'.repeat(5_001) })).status).toBe(400)
  const forged = await notice({
    url: '/profiles',
    reporter_id: member.id,
    resolved_at: 1,
    email: 'a@b.example',
  })
  expect(forged.status).toBe(200)
  expect((await reportsFor(admin))[0]).toMatchObject({
    url: `${PUBLIC}/profiles`,
    email: 'a@b.example',
    reporter: null,
    resolved: false,
  })
})

test('an address sends five notices an hour', async () => {
  for (let count = 1; count <= NOTICES_IN_WINDOW + 2; count++) {
    const { status, headers } = await notice({}, '198.51.100.7')
    expect(status).toBe(count <= NOTICES_IN_WINDOW ? 200 : 429)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await notice({}, '198.51.100.8')).status).toBe(200)
})

test('a notice is deleted 90 days after it was resolved, and reports of members stay', async () => {
  await member.post('/api/reports', { user: moderator.id, reason: 'Odd' })
  const before = await reportsFor(admin)
  for (const { _id } of before) await admin.put(`/api/admin/reports/${_id}`, { resolved: true })
  await notice({ reason: 'Still open' })
  const resolve = (days: number) =>
    app.db.transaction((trx) =>
      trx
        .updateTable('reports')
        .set({ resolved_at: Date.now() - days * 24 * 3_600_000 })
        .where('resolved_at', 'is not', null)
        .execute(),
    )
  await resolve(NOTICE_DAYS - 1)
  await app.running.context.maintenance.run()
  expect(await reportsFor(admin)).toHaveLength(before.length + 1)
  await resolve(NOTICE_DAYS + 1)
  await app.running.context.maintenance.run()
  const remainingReports: { url: string | null; reason: string }[] = await reportsFor(admin)
  expect(remainingReports.filter(({ url }) => url !== null).map(({ reason }) => reason)).toEqual([
    'Still open',
  ])
  expect(remainingReports.filter(({ url }) => url === null)).toHaveLength(2)
})
