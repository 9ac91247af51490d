import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let admin: Person

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  admin = await app.signUpAs('admin')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

type Action = (person: Person) => Promise<{ method: string; path: string; body?: unknown }>

const ACTIONS: Record<string, Action> = {
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
  'resolving a report': async () => {
    const reporter = await app.signUp()
    const reported = await app.signUp()
    await reporter.post('/api/reports', { user: reported.id, reason: 'Spam' })
    const { body } = await admin.get('/api/admin/reports?limit=50')
    const { _id } = body.find(({ user }: { user: { _id: string } }) => user._id === reported.id)
    return { method: 'PUT', path: `/api/admin/reports/${_id}`, body: { resolved: true, note: 'Spite' } }
  },
}

test.each(Object.entries(ACTIONS))(
  '%s ends with the role, also for requests in flight',
  async (_name, action) => {
    for (let race = 0; race < 6; race++) {
      const demoted = await app.signUpAs('admin')
      // The first request loads the session.
      for (const instance of [app, secondApp])
        await instance.call('GET', '/api/auth', { token: demoted.token })
      const attempts = await Promise.all(Array.from({ length: 12 }, () => action(demoted)))
      const send = ({ method, path, body }: (typeof attempts)[number], index: number) =>
        (index % 2 ? secondApp : app).call(method, path, { token: demoted.token, body })
      const demote = () => admin.put(`/api/admin/members/${demoted.id}`, { role: 'member' })
      const before = attempts.slice(0, 6).map(send)
      const demotion = demote()
      const laterAttempts = attempts.slice(6).map(send)
      const statuses = (await Promise.all([...before, ...laterAttempts])).map(({ status }) => status)
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
  },
)

const NO_SUCH_KIND = 'no such kind'

const failedJob = () => ({
  id: newId(),
  kind: NO_SUCH_KIND,
  payload: '{}',
  run_at: 0,
  attempts: 10,
  lease: null,
  error: 'It failed',
  failed_at: Date.now(),
})

const UNLOGGED: Record<string, { action: Action; count: () => Promise<unknown[]> }> = {
  'making an invitation': {
    action: async () => ({ method: 'POST', path: '/api/invitations', body: {} }),
    count: () => app.db.kysely.selectFrom('invitations').select('id').execute(),
  },
  'accepting the answer of another question': {
    action: async () => {
      const asker = await app.signUp()
      const { body: post } = await asker.post('/api/posts', { text: 'Why?', question: true })
      const { body: comments } = await asker.post(`/api/posts/comment/${post._id}`, { text: 'Because' })
      return { method: 'PUT', path: `/api/posts/comment/${post._id}/${comments[0]._id}/accepted` }
    },
    count: () => app.db.kysely.selectFrom('comments').select('id').where('accepted', '=', 1).execute(),
  },
  'retrying a job': {
    action: async () => {
      const job = failedJob()
      await app.db.transaction((trx) => trx.insertInto('jobs').values(job).execute())
      return { method: 'POST', path: `/api/admin/jobs/${job.id}/retry` }
    },
    count: () =>
      app.db.kysely
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', NO_SUCH_KIND)
        .where('failed_at', 'is', null)
        .execute(),
  },
}

test.each(Object.entries(UNLOGGED))(
  '%s needs the role at the moment of the commit',
  async (_name, { action, count }) => {
    for (let race = 0; race < 6; race++) {
      const demoted = await app.signUpAs('admin')
      for (const instance of [app, secondApp])
        await instance.call('GET', '/api/auth', { token: demoted.token })
      const attempts = await Promise.all(Array.from({ length: 12 }, () => action(demoted)))
      const sent = attempts.map(({ method, path, body }, index) =>
        (index % 2 ? secondApp : app).call(method, path, { token: demoted.token, body }),
      )
      const { status } = await admin.put(`/api/admin/members/${demoted.id}`, { role: 'member' })
      expect(status).toBe(200)
      const atDemotion = await count()
      await Promise.all(sent)
      expect(await count()).toHaveLength(atDemotion.length)
    }
  },
)
