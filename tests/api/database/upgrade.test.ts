import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyDatabase } from '../../../scripts/db-copy/copy.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { listMigrations, migrate } from '../../../server/database/schema/migrate.ts'
import { readableText } from '../../../server/features/search/excerpt.ts'
import { distributed, engine, newDatabase, startApp } from '../../app.ts'
import { type Recorded, readAgain } from '../../fixtures/community.ts'
import { distributeEarly } from '../../fixtures/distribute-early.ts'
import { schemaOf } from '../../fixtures/schema.ts'

const FIXTURES = 'tests/fixtures'
const HOUR = 60 * 60_000
const versions = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
  .map(({ name }) => name)

function sqliteOf(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'old.db')
  writeFileSync(file, gunzipSync(readFileSync(join(FIXTURES, version, 'sqlite.db.gz'))))
  return `sqlite:${file}`
}

async function emptyDatabase(options?: { blank: boolean }): Promise<string> {
  const { url, drop } = await newDatabase(options)
  onTestFinished(drop)
  return url
}

async function postgresOf(version: string): Promise<string> {
  const url = await emptyDatabase({ blank: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(join(FIXTURES, version, 'postgres.sql'), 'utf8'))
  await client.end()
  if (distributed) {
    const db = openDatabase(url)
    await distributeEarly(db, version)
    await db.close()
  }
  return url
}

async function migrateAtOnce(url: string): Promise<void> {
  const databases = [1, 2, 3].map(() => openDatabase(url, { timeout: 0 }))
  const applied = await Promise.all(databases.map(migrate))
  expect(applied.filter((names) => names.length > 0).length).toBeLessThanOrEqual(1)
  await Promise.all(databases.map((db) => db.close()))
}

async function open(url: string) {
  const app = await startApp({ DATABASE_URL: url, RATE_LIMIT: 'on' })
  onTestFinished(() => app.stop())
  return app
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(versions)('a database of version %s', (version) => {
  const recorded: Recorded = JSON.parse(readFileSync(join(FIXTURES, version, 'recorded.json'), 'utf8'))
  const { members, password, lockedEmail, responses } = recorded
  const [member] = members

  beforeEach(() => {
    // A minute later, sessions and counters are still valid.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(recorded.made) + 60_000 })
  })

  test(`a database of version ${version} is upgraded at the start without loss, and works afterwards`, async () => {
    const url = await (engine === 'sqlite' ? sqliteOf(version) : postgresOf(version))
    if (engine === 'postgres') await migrateAtOnce(url)
    const app = await open(url)
    expect((await listMigrations(app.db)).every(({ applied }) => applied)).toBe(true)
    expect(await readAgain(app.running.address, recorded)).toMatchObject(responses)

    const logIn = (email?: string, given = password) =>
      app.call('POST', '/api/auth', { body: { email, password: given } })
    expect((await logIn(member?.email)).status).toBe(200)
    expect((await logIn(member?.email, 'another')).status).toBe(400)
    expect((await logIn(lockedEmail)).status).toBe(429)

    vi.setSystemTime(Date.now() + 2 * HOUR)
    const token = member?.token
    const [newest] = (await app.call('GET', '/api/posts', { token })).body
    // HTML may be rendered in the background at any time.
    const earlierTexts = newest.comments.map(({ _id, text }: { _id: string; text: string }) => ({
      _id,
      text,
    }))
    await app.call('PUT', `/api/posts/like/${newest._id}`, { token })
    await app.call('POST', `/api/posts/comment/${newest._id}`, { token, body: { text: 'Upgraded' } })
    expect((await app.call('GET', `/api/posts/${newest._id}`, { token })).body).toMatchObject({
      likeCount: newest.likeCount + 1,
      commentCount: newest.commentCount + 1,
      comments: [{ text: 'Upgraded' }, ...earlierTexts],
    })
  })

  test(`a database of version ${version} has HTML for every text right after the upgrade`, async () => {
    const db = openDatabase(await (engine === 'sqlite' ? sqliteOf(version) : postgresOf(version)))
    await migrate(db)
    for (const table of ['posts', 'comments', 'post_versions'] as const) {
      const rows = await db.kysely.selectFrom(table).select(['text', 'html', 'render_version']).execute()
      for (const { text, html, render_version } of rows) {
        expect(html, text).toMatch(/^<\w.*>$/s)
        if (render_version === 0) expect(readableText(html)).toBe(text.replaceAll(/\s+/g, ' ').trim())
      }
    }
    await db.close()
  })

  // Citus adds columns and constraints to distributed tables.
  test.skipIf(distributed)(
    `a database of version ${version} has the schema of a new database after the upgrade`,
    async () => {
      const oldDatabase = await (engine === 'sqlite' ? sqliteOf(version) : postgresOf(version))
      const upgraded = openDatabase(oldDatabase)
      const fresh = openDatabase(await emptyDatabase({ blank: true }))
      await Promise.all([migrate(upgraded), migrate(fresh)])
      expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh))
      await Promise.all([upgraded.close(), fresh.close()])
    },
  )

  test(`a database of version ${version} can be copied to another database after the upgrade without loss`, async () => {
    const target = await emptyDatabase()
    const from = openDatabase(sqliteOf(version))
    const to = openDatabase(target)
    await migrate(from)
    await copyDatabase(from, to)
    await Promise.all([from.close(), to.close()])
    const app = await open(target)
    expect(await readAgain(app.running.address, recorded)).toMatchObject(responses)
  })
})
