import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_CREDENTIALS, MAX_PROJECTS } from '../../contract/limits.ts'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { temporaryFolder } from '../faults/server-process.ts'
import { Bystander } from './attack.ts'
import { member } from './heavy-community.ts'
import { startObserved } from './observed-server.ts'

// Milliseconds of processor time.
const MAX_DELAY = 200
const MEMBERS = 20
const AT_ONCE = 16
const RESPONSES = 20

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off'])
})
afterAll(() => postgres.stop())

const TEXT = `**Much** was done.\n\n${'- built `code` and [links](https://example.com)\n'.repeat(14)}`
const list = <Item>(length: number, make: (n: number) => Item) => Array.from({ length }, (_, n) => make(n))

let imports = 0
function resume() {
  const name = `${++imports}`
  return {
    basics: { summary: TEXT.repeat(5) },
    work: list(MAX_CREDENTIALS, (n) => ({ name, position: `Job ${n}`, summary: TEXT })),
    education: list(MAX_CREDENTIALS, (n) => ({ institution: name, area: `Art ${n}`, description: TEXT })),
    projects: list(MAX_PROJECTS, (n) => ({ name: `${name} ${n}`, description: TEXT })),
    skills: [{ name: 'SQL' }],
  }
}

// The event loop runs the same code on PostgreSQL, so that is tested only in long runs.
test.each(LONG ? ['sqlite', 'postgres'] : ['sqlite'])(
  'on %s, résumés of 250 items and their previews delay nobody by more than 200 ms',
  async (engine) => {
    const url =
      engine === 'sqlite'
        ? `sqlite:${join(temporaryFolder(), 'resumes.db')}`
        : await createDatabase(postgres.url)
    const db = openDatabase(url)
    await migrate(db)
    const { token } = await member(db, 'Bystander')
    const importers = await Promise.all(list(MEMBERS, (n) => member(db, `Importer ${n}`)))
    await db.close()
    const { server, longestTurn } = await startObserved({ DATABASE_URL: url, RATE_LIMIT: 'off' })
    const bystander = await Bystander.at(server, { method: 'GET', path: '/api/auth', token })
    const next = importers.values()
    const importOne = async (importer: { token: string }) => {
      for (const query of ['?preview=true', '']) {
        const path = `/api/profile/resume${query}`
        const { status, body } = await server.call('POST', path, importer.token, resume())
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body).toMatchObject({ added: { work: 100, education: 100, projects: 50 } })
      }
    }
    const importAll = async () => {
      for (const importer of next) await importOne(importer)
    }
    // The first import also compiles the code.
    for (const importer of next.take(1)) await importOne(importer)
    longestTurn()
    await Promise.all(list(AT_ONCE, importAll))
    await bystander.gets(RESPONSES)
    await bystander.stop()
    expect(longestTurn()).toBeLessThan(MAX_DELAY)
  },
)
