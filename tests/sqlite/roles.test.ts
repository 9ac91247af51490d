import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, calls } from '../../contract/calls.ts'
import { startApp, type TestApp } from '../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { profiles: 'members' })
})
afterAll(() => app.stop())

const ROLES = ['member', 'moderator', 'admin'] as const
/** A new call for moderators or admins must be added here. */
const MODERATOR = [
  'GET /api/admin/members',
  'GET /api/admin/reports',
  'PUT /api/admin/reports/:id',
  'GET /api/admin/removals',
  'POST /api/admin/removals',
  'DELETE /api/admin/removals/:id',
  'PUT /api/admin/suspensions/:userId',
  'DELETE /api/admin/suspensions/:userId',
  'GET /api/admin/log',
  'GET /api/admin/figures',
  'GET /api/admin/registrations',
  'PUT /api/admin/registrations/:id',
  'DELETE /api/admin/registrations/:id',
]
const ADMIN = [
  'PUT /api/admin/site',
  'PUT /api/admin/site/pages/:page',
  'PUT /api/admin/members/:id',
  'POST /api/admin/members/:id/reset',
  'GET /api/admin/jobs',
  'POST /api/admin/jobs/:id/retry',
]
/** A setting of the community decides whether members may call it. */
const BY_SETTING = ['POST /api/invitations']

const names = Object.keys(calls).filter((name) => (calls as Record<string, Call>)[name]?.access !== 'anyone')

test('every call below /api/admin is for moderators or admins', () => {
  const admin = Object.keys(calls).filter((name) => name.includes('/api/admin/'))
  expect([...MODERATOR, ...ADMIN].sort()).toEqual(admin.sort())
})

test.each(names)('%s is refused to everyone who may not, and to nobody else', async (name) => {
  const [named = '', path = ''] = name.split(' ')
  // The response of a stream does not end.
  const method = (calls as Record<string, Call>)[name]?.stream ? 'HEAD' : named
  const make = (token?: string) => app.call(method, path.replace(/:\w+/g, 'some-id'), { token })
  expect((await make()).status).toBe(401)
  const needed = ADMIN.includes(name) ? 'admin' : MODERATOR.includes(name) ? 'moderator' : 'member'
  for (const role of ROLES) {
    const { token } = await app.signUpAs(role)
    const { status, body } = await make(token)
    if (ROLES.indexOf(role) < ROLES.indexOf(needed)) {
      expect([status, body], role).toEqual([403, { errors: [{ msg: 'User not authorized' }] }])
      // A missing code host causes a 502.
    } else if (!BY_SETTING.includes(name)) expect([200, 400, 404, 502], role).toContain(status)
  }
})
