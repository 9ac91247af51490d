import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../server/features/accounts/sessions.ts'
import { TIMEOUTS } from '../../../server/features/search/timeouts.ts'
import { newId } from '../../../server/ids.ts'
import { bulkInsert } from '../../../test-support/bulk-insert.ts'
import { insertCrowd, Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const members = (count: number) =>
  app.db.transaction(async (trx) => {
    const ids = Array.from({ length: count }, newId)
    await insertCrowd(trx, ids)
    const people: Person[] = []
    for (const id of ids)
      people.push(new Person(app, await openSession(trx, id, 'a test'), id, 'One of many', id))
    return people
  })

test('floods of searches by eight members fail no search of a ninth', async () => {
  const [ninth, ...others] = (await members(9)) as [Person, ...Person[]]
  const post = await ninth.write('A numbat')
  await expect.poll(async () => (await ninth.get('/api/search?q=numbat')).body).toHaveLength(1)
  const floods = others.flatMap((member) =>
    Array.from({ length: 51 }, () => member.get('/api/search?q=numbat&sort=best')),
  )
  for (let n = 0; n < 51; n++) {
    const { status, body } = await ninth.get('/api/search?q=numbat')
    expect([status, body[0]?.post._id]).toEqual([200, post])
  }
  for (const { status } of await Promise.all(floods)) expect([200, 429]).toContain(status)
})

test('a search that takes too long is refused, and does not keep others from searching', async () => {
  const [impatient, other] = (await members(2)) as [Person, Person]
  const ids = Array.from({ length: 2_000 }, newId)
  await app.db.transaction(async (trx) => {
    const user = { name: 'One of many', avatar_hash: 'a', password_hash: 'p' }
    const users = ids.map((id) => ({ ...user, id, email: id, email_key: id }))
    await bulkInsert(app.db.engine, trx, 'users', users)
    const profile = { status: 'Developer', skills: JSON.stringify(['SQL', 'Rust', 'Go']) }
    const profiles = ids.map((id) => ({ ...profile, id, user_id: id }))
    await bulkInsert(app.db.engine, trx, 'profiles', profiles)
  })
  const timeouts = { ...TIMEOUTS }
  const allowMore = () => void Object.assign(TIMEOUTS, timeouts)
  onTestFinished(allowMore)
  TIMEOUTS.search = 1
  const { status, body } = await impatient.get('/api/profile/counts')
  expect([status, body]).toEqual([503, { errors: [{ msg: 'Search took too long' }] }])
  allowMore()
  const [ownSearch, otherSearch] = await Promise.all([
    impatient.get('/api/profile/counts'),
    other.get('/api/search?q=nothing'),
  ])
  expect([ownSearch.status, ownSearch.body.count]).toEqual([200, 1_000])
  expect([otherSearch.status, otherSearch.body]).toEqual([200, []])
})
