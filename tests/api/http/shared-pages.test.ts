import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { sendRaw } from '../../abuse/raw-request.ts'
import { startApp, type TestApp } from '../../app.ts'
import { spyOnStatements } from '../../sent-queries.ts'

const PUBLIC = 'https://community.example'
const HOSTS = Array.from({ length: 20 }, (_, index) => `host-${index}.example`)

let app: TestApp
let withAddress: TestApp
let paths: string[]
beforeAll(async () => {
  app = await startApp()
  withAddress = await app.another({ PUBLIC_URL: PUBLIC })
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { reading: 'public' })
  const ada = await app.signUpWithProfile('Ada Lin')
  const post = await ada.write('Hello #rust')
  paths = [
    ...['/profiles', '/posts', '/posts?tag=rust', `/posts/${post}`, `/profile/${ada.id}`],
    ...['/feed.atom', '/@ada-lin/feed.atom', '/tags/rust/feed.atom'],
  ]
  await app.stopBackgroundWork()
  await withAddress.stopBackgroundWork()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await withAddress.stop()
  await app.stop()
})

async function openAs(host: string, path: string, from: TestApp): Promise<void> {
  const { status, body } = await sendRaw(from.running.address, { method: 'GET', path, headers: { host } })
  expect(status).toBe(200)
  const origin = from === withAddress ? PUBLIC : `http://${host}`
  const origins = body.match(/https?:\/\/(?:host-\d+|community)\.example(?=\/)/g)
  expect(new Set(origins), path).toEqual(new Set([origin]))
}

async function queriesOf(requests: () => Promise<unknown>): Promise<number> {
  const statements = spyOnStatements()
  await requests()
  const queries = statements().filter((text) => text.startsWith('select') && !text.includes('changes'))
  vi.restoreAllMocks()
  return queries.length
}

test.each(['with', 'without'])(
  '%s PUBLIC_URL, a page is loaded once for visitors by any Host',
  async (has) => {
    const from = has === 'with' ? withAddress : app
    for (const path of paths) {
      const forget = () => app.db.transaction((trx) => recordChanges(trx, 'all'))
      await forget()
      const alone = await queriesOf(() => openAs('host-0.example', path, from))
      await forget()
      const together = await queriesOf(() => Promise.all(HOSTS.map((host) => openAs(host, path, from))))
      expect(together, path).toBeLessThanOrEqual(alone)
      const laterQueries = await queriesOf(async () => {
        for (const host of HOSTS) await openAs(host, path, from)
      })
      expect(laterQueries, path).toBe(0)
    }
  },
)
