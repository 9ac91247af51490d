import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StatementCache } from '../../../server/database/sqlite/statements.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { MailServer } from '../../mail-server.ts'
import { spyOnQueries } from '../../sent-queries.ts'

const mails = new MailServer()
let app: TestApp
beforeAll(async () => {
  await mails.start()
  app = await startApp(mails.settings)
  await app.stopBackgroundWork()
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

/** The check for the changes of other processes runs from time to time, whatever the request. */
const isCheckForChanges = (statement: string) =>
  /^select \(select min\(position\) from changes/.test(statement)

/** The statements that are kept: by name on PostgreSQL, by text on SQLite. */
async function statementsOf(work: () => Promise<void>): Promise<Set<string>> {
  const used = new Set<string>()
  const sqlite = vi.spyOn(StatementCache.prototype, 'get')
  const postgres = spyOnQueries()
  await work()
  for (const [text] of sqlite.mock.calls) if (!isCheckForChanges(text)) used.add(text)
  for (const { name } of postgres()) if (name) used.add(name)
  vi.restoreAllMocks()
  return used
}

const setMail = (person: Person, mention: 'at-once' | 'never') =>
  person.put('/api/notifications/mail', { mention })

test('comments use the same statements whoever they mention, and whoever wants mail of it', async () => {
  const writer = await app.signUp()
  const people = await Promise.all(Array.from({ length: 5 }, () => app.signUp()))
  const handles = await Promise.all(
    people.map(async ({ id }) => (await app.call('GET', `/api/people/${id}`)).body.handle),
  )
  const post = await writer.write('Talk')
  const mentionAll = async () => {
    const text = handles.map((handle) => `@${handle}`).join(' ')
    const { status } = await writer.post(`/api/posts/comment/${post}`, { text })
    expect(status).toBe(200)
  }
  for (const person of people) await setMail(person, 'at-once')
  const known = await statementsOf(async () => {
    await mentionAll()
    await setMail(people[0] as Person, 'never')
    await mentionAll()
  })
  expect(known.size).toBeGreaterThan(5)
  for (let pattern = 0; pattern < 2 ** people.length; pattern += 3) {
    for (const [bit, person] of people.entries())
      await setMail(person, pattern & (2 ** bit) ? 'at-once' : 'never')
    const used = await statementsOf(mentionAll)
    expect([...used].filter((statement) => !known.has(statement))).toEqual([])
  }
  const jobs = await app.db.kysely
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'mail a notification')
    .execute()
  expect(jobs.length).toBeGreaterThan(people.length)
})
