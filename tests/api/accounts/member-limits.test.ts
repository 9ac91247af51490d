import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  MAX_BOOKMARKS,
  MAX_CREDENTIALS,
  MAX_FOLLOWED_PEOPLE,
  MAX_FOLLOWED_TAGS,
  MAX_MUTED,
  MAX_PROJECTS,
} from '../../../contract/limits.ts'
import type { Queryable } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/schema/tables.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, insertCrowd, type Person, startApp, type TestApp } from '../../app.ts'

const ROOM = 3
const AT_ONCE = 10
const INSERTED_AT_ONCE = 1_000

let app: TestApp
let crowd: string[]
let posts: string[]
beforeAll(async () => {
  app = await startApp()
  crowd = Array.from({ length: MAX_MUTED + AT_ONCE }, newId)
  posts = Array.from({ length: MAX_BOOKMARKS + AT_ONCE }, newId)
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, crowd)
    const [author = ''] = crowd
    const counts = { like_count: 0, comment_count: 0 }
    const rows = posts.map((id) => ({ id, user_id: author, text: 'One of many', ...counts }))
    await insertAll(trx, 'posts', rows)
  })
})
afterAll(() => app.stop())

async function insertAll(trx: Queryable, table: keyof Tables, rows: object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE) {
    const batch = rows.slice(start, start + INSERTED_AT_ONCE)
    await trx
      .insertInto(table)
      .values(batch as never)
      .execute()
  }
}

type Limit = {
  table: keyof Tables
  max: number
  row(n: number): object
  write(person: Person, n: number): Promise<ApiResponse>
}

const dates = { from_date: null, to_date: null }
const LIMITS: Record<string, Limit> = {
  'people who are followed': {
    table: 'follows_people',
    max: MAX_FOLLOWED_PEOPLE,
    row: (n) => ({ other_id: crowd[n] }),
    write: (person, n) => person.put(`/api/follows/people/${crowd[n]}`),
  },
  'tags that are followed': {
    table: 'follows_tags',
    max: MAX_FOLLOWED_TAGS,
    row: (n) => ({ tag: `tag-${n}` }),
    write: (person, n) => person.put(`/api/follows/tags/tag-${n}`),
  },
  bookmarks: {
    table: 'bookmarks',
    max: MAX_BOOKMARKS,
    row: (n) => ({ post_id: posts[n] }),
    write: (person, n) => person.put(`/api/bookmarks/${posts[n]}`),
  },
  mutes: {
    table: 'mutes',
    max: MAX_MUTED,
    row: (n) => ({ other_id: crowd[n] }),
    write: (person, n) => person.put(`/api/mutes/${crowd[n]}`),
  },
  blocks: {
    table: 'blocks',
    max: MAX_MUTED,
    row: (n) => ({ other_id: crowd[n] }),
    write: (person, n) => person.put(`/api/blocks/${crowd[n]}`),
  },
  jobs: {
    table: 'experience',
    max: MAX_CREDENTIALS,
    row: () => ({ title: 'T', company: 'C', ...dates, current: 0 }),
    write: (person) => person.put('/api/profile/experience', { title: 'T', company: 'C' }),
  },
  schools: {
    table: 'education',
    max: MAX_CREDENTIALS,
    row: () => ({ school: 'S', degree: 'D', ...dates, current: 0 }),
    write: (person) => person.put('/api/profile/education', { school: 'S', degree: 'D' }),
  },
  projects: {
    table: 'projects',
    max: MAX_PROJECTS,
    row: (n) => ({
      position: n,
      name: 'P',
      skills: '[]',
      html: '',
      render_version: 1,
      mentions: '[]',
      ...dates,
    }),
    write: (person) => person.put('/api/profile/projects', { name: 'P' }),
  },
}

test.each(Object.entries(LIMITS))('concurrent writes do not exceed the limit of %s', async (_name, limit) => {
  const { table, max, row, write } = limit
  const person = await app.signUpWithProfile()
  const rows = Array.from({ length: max - ROOM }, (_, n) => ({ user_id: person.id, id: newId(), ...row(n) }))
  await app.db.transaction((trx) => insertAll(trx, table, rows))
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => write(person, max - ROOM + n)),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(ROOM)
  expect(statuses.filter((status) => status === 400)).toHaveLength(AT_ONCE - ROOM)
})
