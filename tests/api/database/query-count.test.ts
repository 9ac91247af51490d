import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { newId } from '../../../server/ids.ts'
import { until } from '../../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { spyOnStatements } from '../../sent-queries.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  const people = await Promise.all(Array.from({ length: 30 }, () => app.signUpWithProfile()))
  person = people[0] as Person
  const credential = { title: 'T', company: 'C' }
  await Promise.all(people.map((someone) => someone.put('/api/profile/experience', credential)))
  const posts = await Promise.all(people.map((someone) => someone.write('Hello')))
  await Promise.all(
    posts.flatMap((post) =>
      people
        .slice(0, 3)
        .flatMap((someone) => [
          someone.put(`/api/posts/like/${post}`),
          someone.post(`/api/posts/comment/${post}`, { text: 'Hi' }),
        ]),
    ),
  )
  const queued = () => app.db.kysely.selectFrom('search_queue').select('id').execute()
  await until(async () => (await queued()).length === 0)
  await app.stopBackgroundWork()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

/** Queries that the process may send at any time. */
const BACKGROUND = /changes|queue|attempts|jobs/

async function queriesOf(path: string): Promise<{ queries: number; length: number }> {
  await app.db.transaction((trx) => recordChanges(trx, 'all'))
  const statements = spyOnStatements()
  const { body } = await person.get(path)
  const queries = statements().filter((text) => text.startsWith('select') && !BACKGROUND.test(text))
  vi.restoreAllMocks()
  return { queries: queries.length, length: body.length }
}

// The session, the site's settings, the page and its parts.
const MAX_QUERIES = 9

test.each(['/api/posts', '/api/profile'])(
  'a page of %s takes the same number of queries whatever its size',
  async (path) => {
    // Reads the changes of the preparation first; many changes take a second query.
    await person.get(path)
    const small = await queriesOf(`${path}?limit=2`)
    const large = await queriesOf(`${path}?limit=30`)
    expect([small.length, large.length]).toEqual([2, 30])
    expect(small.queries).toBeGreaterThan(2)
    expect(large.queries).toBe(small.queries)
    expect(large.queries).toBeLessThanOrEqual(MAX_QUERIES)
  },
)

test('marks take one query, whether for one post or a hundred', async () => {
  const ids = Array.from({ length: 100 }, () => newId())
  const few = await queriesOf(`/api/marks?posts=${ids[0]}`)
  const hundredMarks = await queriesOf(`/api/marks?posts=${ids}`)
  const none = await queriesOf('/api/marks')
  expect([few.queries, hundredMarks.queries]).toEqual([none.queries + 1, none.queries + 1])
})

test('an unchanged page takes a check for changes and no query of its posts or its reader', async () => {
  await person.get('/api/posts')
  const statements = spyOnStatements()
  await person.get('/api/posts')
  expect(statements().length).toBeGreaterThan(0)
  expect(statements().filter((text) => /posts|comments|likes|users|sessions/.test(text))).toEqual([])
})

test('writing a post or a comment reads no password', async () => {
  const writer = await app.signUp()
  const statements = spyOnStatements()
  const post = await writer.write('Hello')
  await writer.post(`/api/posts/comment/${post}`, { text: 'Hi' })
  const queries = statements().filter((text) => text.includes('users'))
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries) expect(query).not.toContain('password')
})
