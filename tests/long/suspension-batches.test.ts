import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { engine, type Person, startApp, type TestApp } from '../app.ts'
import { spyOnSqlite } from '../sent-queries.ts'

const MENTIONS = 10
const TEXTS = 30
// A batch of 200 events changes as many counts.
const MAX_STATEMENTS = 300

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const unreadOf = async (person: Person): Promise<number> => (await person.get('/api/auth')).body.unread

/** SQLite runs statements on the main thread, so other requests wait for them. */
async function mostStatementsInATick(work: () => Promise<unknown>): Promise<number> {
  let statements = spyOnSqlite()
  onTestFinished(() => void vi.restoreAllMocks())
  let isDone = false
  const finished = work().finally(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    vi.restoreAllMocks()
    statements = spyOnSqlite()
    await setImmediate()
    most = Math.max(most, statements().length)
  }
  await finished
  return most
}

test('suspending someone who mentioned many people, and ending it, run in batches that let other requests through', async () => {
  const moderator = await app.signUpAs('moderator')
  const people = await Promise.all(Array.from({ length: MENTIONS }, (_, n) => app.signUp(`Reader ${n}`)))
  const handles = await Promise.all(people.map(async (person) => (await person.get('/api/auth')).body.handle))
  const mentions = handles.map((handle) => `@${handle}`).join(' ')
  const troll = await app.signUp('Troll')
  const post = await troll.write(mentions)
  const write = async () => {
    await troll.write(mentions)
    await troll.post(`/api/posts/comment/${post}`, { text: mentions })
    await troll.post(`/api/posts/comment/${await moderator.write('Mine')}`, { text: mentions })
  }
  for (let text = 0; text < TEXTS; text++) await write()
  const unreadCounts = await Promise.all(people.map(unreadOf))
  expect(unreadCounts[0]).toBeGreaterThan(0)

  const path = `/api/admin/suspensions/${troll.id}`
  const suspended = await mostStatementsInATick(() => moderator.put(path, { reason: 'Spam' }))
  expect(await Promise.all(people.map(unreadOf))).toEqual(people.map(() => 0))
  const lifted = await mostStatementsInATick(() => moderator.delete(path))
  expect(await Promise.all(people.map(unreadOf))).toEqual(unreadCounts)
  if (engine === 'sqlite') expect(Math.max(suspended, lifted)).toBeLessThan(MAX_STATEMENTS)
})
