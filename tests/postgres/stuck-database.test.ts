import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../server/ids.ts'
import { pending } from '../../test-support/pending-promise.ts'
import { until } from '../../test-support/polling.ts'
import { type ApiResponse, engine, type Person, startApp } from '../app.ts'

const MEMBERS = 40
const WRITES_OF_MEMBER = 8
const WRITES = MEMBERS * WRITES_OF_MEMBER

// SQLite has no connection pool; overload.test.ts covers its overload.
test.runIf(engine === 'postgres')('nobody waits forever for a stuck database', async () => {
  const app = await startApp({ TRUST_PROXY: '1' })
  onTestFinished(() => app.stop())
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => app.signUp()))
  const blocker = new pg.Client({ connectionString: app.running.context.settings.databaseUrl })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin; lock table posts in exclusive mode')

  const refused: ApiResponse[] = []
  const write = async ({ token }: Person, index: number) => {
    const body = { text: 'Stuck' }
    const response = await app.call('POST', '/api/posts', { token, body, ...from(`203.0.113.${index}`) })
    if (response.status === 503) refused.push(response)
    return response.status
  }
  const writes = pending(
    Promise.all(
      members.flatMap((member, index) =>
        Array.from({ length: WRITES_OF_MEMBER }, () => write(member, index)),
      ),
    ),
  )
  await until(async () => refused.length >= WRITES - 10)
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  expect((await app.call('GET', '/healthz')).status).toBe(200)

  await blocker.query('rollback')
  expect(new Set(await writes)).toEqual(new Set([200, 503]))
  expect((await members[0]?.post('/api/posts', { text: 'Free' }))?.status).toBe(200)
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('a stranger who opens hundreds of pages within the rate limit makes the API refuse nobody else', async () => {
  const app = await startApp({ TRUST_PROXY: '1', RATE_LIMIT: 'on' })
  onTestFinished(() => app.stop())
  const pages = Promise.all(
    Array.from({ length: 700 }, async (_, n) => {
      const path = n % 2 ? `/@nobody-${n}` : `/profile/${newId()}`
      return (await app.call('GET', path, from('203.0.113.1'))).status
    }),
  )
  for (let n = 0; n < 20; n++) {
    const reads = Array.from({ length: 10 }, () =>
      app.call('GET', `/api/profile/user/${newId()}`, from('203.0.113.2')),
    )
    for (const { status } of await Promise.all(reads)) expect(status).toBe(404)
    expect(app.db.load().waiting).toBeLessThan(100)
  }
  expect((await pages).filter((status) => status !== 404 && status !== 429)).toEqual([])
})

test('searches of eight addresses make none of a ninth fail', async () => {
  const app = await startApp({ TRUST_PROXY: '1', RATE_LIMIT: 'on' })
  onTestFinished(() => app.stop())
  for (let n = 0; n < 5; n++) await app.signUpWithProfile()
  const search = async (address: string) =>
    (await app.call('GET', `/api/profile?q=developer+${newId()}`, from(address))).status
  let isOver = false
  const floods = Array.from({ length: 8 * 20 }, async (_, n) => {
    const statuses = new Set<number>()
    while (!isOver) statuses.add(await search(`203.0.113.${n % 8}`))
    return [...statuses]
  })
  for (let n = 0; n < 50; n++) expect(await search('203.0.113.9')).toBe(200)
  isOver = true
  const statuses = new Set((await Promise.all(floods)).flat())
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
})
