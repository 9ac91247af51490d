import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { idAt } from '../../../server/ids.ts'
import { insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let person: Person
let comments: string
const TOTAL = 120

beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
  const now = Date.now()
  // Many posts share a millisecond, so only a unique key separates them.
  const ids = Array.from({ length: TOTAL }, (_, i) => idAt(now - 1_000 + Math.floor(i / 50), i % 50))
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, ids)
    const profiles = ids.map((id) => ({ id, user_id: id, status: 'Other', skills: '["x"]' }))
    await trx.insertInto('profiles').values(profiles).execute()
    const posts = ids.map((id) => ({ id, user_id: id, text: 't', like_count: 0, comment_count: 0 }))
    await trx.insertInto('posts').values(posts).execute()
    comments = ids[0] ?? ''
    const rows = ids.map((id) => ({ id, post_id: comments, user_id: id, text: 't' }))
    await trx.insertInto('comments').values(rows).execute()
    recordChanges(trx, 'all')
  })
})
afterAll(() => app.stop())

async function idsOf(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = path; next; ) {
    const response = await person.get(next)
    expect(response.status).toBe(200)
    expect(response.body).not.toEqual([])
    ids.push(...response.body.map((item: { _id: string }) => item._id))
    next = nextOf(response)
  }
  return ids
}

const lists = [
  { name: 'posts', path: () => '/api/posts' },
  { name: 'profiles', path: () => '/api/profile' },
  { name: 'comments', path: () => `/api/posts/${comments}/comments` },
]

describe.each(lists)('the list of $name', ({ name, path }) => {
  test.each([
    ['', 50],
    ['?limit=', 50],
    ['?limit=1', 1],
    ['?limit=007', 7],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ['?limit=99999999999999999999999', 100],
    ['?cursor=', 50],
    ['?page=3&unknown[]=x', 50],
  ])(`the list of ${name} with %s has %i items`, async (query, count) => {
    const response = await person.get(`${path()}${query}`)
    expect(response.status).toBe(200)
    expect(response.body).toHaveLength(count)
    expect(nextOf(response)).toContain(`limit=${count}&cursor=`)
  })

  test.each(['0', '-1', '1.5', '1e2', 'ten', ' 5', '0x10', 'NaN', '1&limit=2', '٣'])(
    `the list of ${name} rejects a limit of %s`,
    async (limit) => {
      const response = await person.get(`${path()}?limit=${limit}`)
      expect(response.status).toBe(400)
      expect(response.body).toEqual({
        errors: [{ msg: 'Limit must be a number from 1 to 100', field: 'limit' }],
      })
    },
  )

  test.each(['x', 'AAAA', '%00', "'--", 'a'.repeat(400), 'AZAAAA&cursor=AZAAAA'])(
    `the list of ${name} rejects a cursor of %s`,
    async (cursor) => {
      const response = await person.get(`${path()}?cursor=${cursor}`)
      expect(response.status).toBe(400)
      expect(response.body).toEqual({ errors: [{ msg: 'Cursor is not valid', field: 'cursor' }] })
    },
  )

  test(`the list of ${name} shows every item once, newest first, in pages of any size`, async () => {
    const allIds = await idsOf(`${path()}?limit=100`)
    expect(allIds).toEqual([...new Set(allIds)].sort().reverse())
    expect(allIds).toHaveLength(TOTAL)
    expect(await idsOf(`${path()}?limit=7`)).toEqual(allIds)
    expect(await idsOf(`${path()}?limit=${TOTAL / 3}`)).toEqual(allIds)
  })
})

test('posts written and deleted between two pages cause no duplicate or missing item', async () => {
  for (let i = 0; i < 12; i++) await person.write(`Own ${i}`)
  const before = await idsOf('/api/posts?limit=100')
  const seenIds: string[] = []
  let deleted = 0
  for (let next: string | undefined = '/api/posts?limit=4'; next; ) {
    const response = await person.get(next)
    seenIds.push(...response.body.map((post: { _id: string }) => post._id))
    next = nextOf(response)
    await person.write('New at the top')
    const { status } = await person.delete(`/api/posts/${seenIds.at(-1)}`)
    if (status === 200) deleted++
  }
  expect(deleted).toBe(3)
  expect(seenIds).toEqual(before)
})

test('profiles created and deleted between two pages cause no duplicate or missing item', async () => {
  const leavers = [await app.signUpWithProfile(), await app.signUpWithProfile()]
  const before = await idsOf('/api/profile?limit=100')
  const seenIds: string[] = []
  let next: string | undefined = '/api/profile?limit=25'
  while (next) {
    const response = await person.get(next)
    seenIds.push(...response.body.map((profile: { _id: string }) => profile._id))
    next = nextOf(response)
    await app.signUpWithProfile()
    await leavers.pop()?.delete('/api/profile')
  }
  expect(seenIds).toEqual(before)
})
