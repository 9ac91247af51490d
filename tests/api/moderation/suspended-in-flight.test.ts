import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type CallName, calls } from '../../../contract/calls.ts'
import type { Database, Queryable } from '../../../server/database/database.ts'
import { DISTRIBUTION, type Tables } from '../../../server/database/schema/tables.ts'
import { newId } from '../../../server/ids.ts'
import { PASSWORD, startApp, type TestApp } from '../../app.ts'
import { type Cast, castOf, EXAMPLES, type Example, exampleOf } from '../call-examples.ts'

const MORE: Partial<Record<CallName, Example>> = {
  'POST /api/auth/confirmation': ({ person }) => ({ by: person, path: '/api/auth/confirmation' }),
  'PUT /api/notifications/mail': ({ person }) => ({
    by: person,
    path: '/api/notifications/mail',
    body: { like: 'daily' },
  }),
  'POST /api/auth/identities': ({ person }) => ({
    by: person,
    path: '/api/auth/identities',
    body: { provider: 'github' },
  }),
  'DELETE /api/auth/identities/:id': async ({ app, person }) => {
    const id = newId()
    const identity = { id, issuer: 'https://provider.example', subject: id, user_id: person.id }
    await app.db.transaction((trx) =>
      trx
        .insertInto('identities')
        .values({ ...identity, email: null, connected_at: 0 })
        .execute(),
    )
    return { by: person, path: `/api/auth/identities/${id}` }
  },
  'POST /api/admin/jobs/:id/retry': async ({ app, admin }) => {
    const id = newId()
    const failed = { id, kind: 'nothing', payload: '{}', run_at: 0, attempts: 1, failed_at: 1 }
    await app.db.transaction((trx) => trx.insertInto('jobs').values(failed).execute())
    return { by: admin, path: `/api/admin/jobs/${id}/retry` }
  },
  'PUT /api/admin/site/pages/:page': ({ admin }) => ({
    by: admin,
    path: '/api/admin/site/pages/rules',
    body: { text: 'Be kind' },
  }),
  'PUT /api/admin/registrations/:id': async (cast) => ({
    by: cast.moderator,
    path: `/api/admin/registrations/${await register(cast)}`,
    body: { approved: true },
  }),
  'DELETE /api/admin/registrations/:id': async (cast) => ({
    by: cast.moderator,
    path: `/api/admin/registrations/${await register(cast)}`,
  }),
}

async function register({ app, admin, moderator }: Cast): Promise<string> {
  await admin.put('/api/admin/site', { approval: true })
  const body = { name: 'Waiting', email: `${newId()}@example.com`, password: PASSWORD }
  await app.call('POST', '/api/users', { body })
  const [registration] = (await moderator.get('/api/admin/registrations')).body
  await admin.put('/api/admin/site', { approval: false })
  return registration._id
}

const isWriteOfMembers = (name: CallName) => {
  const { access }: Call = calls[name]
  return !name.startsWith('GET ') && access !== 'anyone'
}

const WRITES = (Object.keys(calls) as CallName[]).filter(
  (name) => isWriteOfMembers(name) && name !== 'DELETE /api/auth',
)

// Counters of limits, and the last use of a picture.
const MAY_CHANGE = ['attempts', 'pictures']
const TABLES = (Object.keys(DISTRIBUTION) as (keyof Tables)[]).filter(
  (table) => !('transient' in DISTRIBUTION[table]) && !MAY_CHANGE.includes(table),
)

let app: TestApp
let db: Database
let transaction: Database['transaction']
beforeAll(async () => {
  app = await startApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@b.example',
    PUBLIC_URL: 'https://c.example',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  })
  await app.stopBackgroundWork()
  db = app.db
  transaction = db.transaction
})
afterAll(() => app.stop())

async function contents(): Promise<unknown> {
  const rows = await Promise.all(TABLES.map((table) => db.kysely.selectFrom(table).selectAll().execute()))
  return rows.map((ofTable) => ofTable.map((row) => JSON.stringify({ ...row, suspended_until: null })).sort())
}

const IN_FLIGHT = Date.UTC(2100, 0)
const setSuspended = (from: number | null, to: number | null) =>
  transaction((trx: Queryable) =>
    trx
      .updateTable('users')
      .set({ suspended_until: to })
      .where('suspended_until', 'is not distinct from', from)
      .execute(),
  )

/** Returns false if the call has fewer than n transactions. */
async function withBefore(nth: number, before: () => Promise<unknown>, call: () => Promise<unknown>) {
  let transactions = 0
  db.transaction = async (work) => {
    if (++transactions === nth) await before()
    return transaction(work)
  }
  try {
    await call()
  } finally {
    db.transaction = transaction
  }
  return transactions >= nth
}

test.each(WRITES)('%s writes nothing for someone who is suspended while it is in flight', async (name) => {
  const call = await exampleOf(name, await castOf(app), { ...EXAMPLES, ...MORE })
  const before = await contents()
  for (let nth = 1; ; nth++) {
    let hasWritten = false
    let status = 0
    const suspend = async () => {
      hasWritten = JSON.stringify(await contents()) !== JSON.stringify(before)
      await setSuspended(null, IN_FLIGHT)
    }
    const isSuspended = await withBefore(nth, suspend, async () => {
      status = (await call()).status
    })
    await setSuspended(IN_FLIGHT, null)
    if (!isSuspended || hasWritten) {
      expect(status).toBe(200)
      return
    }
    expect([401, 403]).toContain(status)
    expect(await contents()).toEqual(before)
  }
})
