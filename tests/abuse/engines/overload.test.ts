import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { pending } from '../../../test-support/pending.ts'
import { until } from '../../../test-support/until.ts'
import { type ApiResponse, engine, startApp } from '../../app.ts'

const WRITES = 300

// SQLite has no connection pool; its overload shows in the event loop, see tests/abuse/overload.test.ts.
test.runIf(engine === 'postgres')('nobody waits forever for a stuck database', async () => {
  const app = await startApp()
  onTestFinished(() => app.stop())
  const person = await app.signUp()
  const blocker = new pg.Client({ connectionString: app.running.context.settings.databaseUrl })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin; lock table posts in exclusive mode')

  const refused: ApiResponse[] = []
  const write = async () => {
    const response = await person.post('/api/posts', { text: 'Stuck' })
    if (response.status === 503) refused.push(response)
    return response.status
  }
  const writes = pending(Promise.all(Array.from({ length: WRITES }, write)))
  // All except those that have a connection and wait for the lock itself.
  await until(async () => refused.length >= WRITES - 10)
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  expect((await app.call('GET', '/healthz')).status).toBe(200)

  await blocker.query('rollback')
  expect(new Set(await writes)).toEqual(new Set([200, 503]))
  expect((await person.post('/api/posts', { text: 'Free' })).status).toBe(200)
})
