import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let other: TestApp
let admin: Person

beforeAll(async () => {
  app = await startApp()
  other = await app.another()
  admin = await app.signUpAs('admin')
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

type Act = (person: Person) => Promise<{ method: string; path: string; body?: unknown }>

/** What an admin can do that changes what somebody may do or see. */
const ACTS: Record<string, Act> = {
  'keeping the own role': async ({ id }) => ({
    method: 'PUT',
    path: `/api/admin/members/${id}`,
    body: { role: 'admin' },
  }),
  'making another admin': async () => ({
    method: 'PUT',
    path: `/api/admin/members/${(await app.signUp()).id}`,
    body: { role: 'admin' },
  }),
  'changing the site': async () => ({
    method: 'PUT',
    path: '/api/admin/site',
    body: { name: `${Math.random()}` },
  }),
  'making a reset link': async () => ({
    method: 'POST',
    path: `/api/admin/members/${(await app.signUp()).id}/reset`,
  }),
  'suspending someone': async () => ({
    method: 'PUT',
    path: `/api/admin/suspensions/${(await app.signUp()).id}`,
    body: { reason: 'Spite' },
  }),
  'removing a post': async () => {
    const post = await (await app.signUp()).write('Harmless')
    return { method: 'POST', path: '/api/admin/removals', body: { post, reason: 'Spite' } }
  },
}

test.each(Object.entries(ACTS))('%s ends with the role, also for requests in flight', async (_name, act) => {
  for (let race = 0; race < 6; race++) {
    const demoted = await app.signUpAs('admin')
    // The first request loads the session.
    for (const at of [app, other]) await at.call('GET', '/api/auth', { token: demoted.token })
    const attempts = await Promise.all(Array.from({ length: 12 }, () => act(demoted)))
    const send = ({ method, path, body }: (typeof attempts)[number], index: number) =>
      (index % 2 ? other : app).call(method, path, { token: demoted.token, body })
    const demote = () => admin.put(`/api/admin/members/${demoted.id}`, { role: 'member' })
    const before = attempts.slice(0, 6).map(send)
    const demotion = demote()
    const after = attempts.slice(6).map(send)
    const statuses = (await Promise.all([...before, ...after])).map(({ status }) => status)
    expect((await demotion).status).toBe(200)
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])

    expect((await demoted.get('/api/auth')).body.role).toBe('member')
    const log: { action: string; by: { _id: string }; to?: { _id: string } }[] = (
      await admin.get('/api/admin/log?limit=50')
    ).body
    const end = log.findIndex(({ action, to }) => action === 'role' && to?._id === demoted.id)
    expect(end).toBeGreaterThanOrEqual(0)
    expect(log.slice(0, end).filter(({ by }) => by?._id === demoted.id)).toEqual([])
  }
})

test('an invitation needs the role at the moment in which it is made', async () => {
  for (let race = 0; race < 6; race++) {
    const demoted = await app.signUpAs('moderator')
    for (const at of [app, other]) await at.call('GET', '/api/auth', { token: demoted.token })
    const invite = (index: number) =>
      (index % 2 ? other : app).call('POST', '/api/invitations', { token: demoted.token, body: {} })
    const sent = Array.from({ length: 12 }, (_, index) => invite(index))
    const { status } = await admin.put(`/api/admin/members/${demoted.id}`, { role: 'member' })
    expect(status).toBe(200)
    const made = () =>
      app.db.kysely.selectFrom('invitations').select('id').where('created_by', '=', demoted.id).execute()
    const atDemotion = await made()
    await Promise.all(sent)
    expect(await made()).toEqual(atDemotion)
  }
})
