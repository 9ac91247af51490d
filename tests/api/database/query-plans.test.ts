import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import { newId } from '../../../server/ids.ts'
import { bulkInsert } from '../../../test-support/bulk-insert.ts'
import { insertCommunity } from '../../../test-support/community.ts'
import { distributed, engine, nextOf, type Person, startApp, type TestApp } from '../../app.ts'
import { type SentQuery, spyOnQueries, spyOnSqlite } from '../../sent-queries.ts'

const USERS = 2_000
const POSTS = 8_000
const TAGS = 4_000

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  await app.stopBackgroundWork()
  await insertCommunity(app.db, { users: USERS, posts: POSTS })
  person = await app.signUpWithProfile()
  await person.get('/api/skills')
  await app.db.transaction(async (trx) => {
    await insertTags(trx)
    await followMany(trx)
  })
  // Plans depend on how much of a table has been vacuumed.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(app.db.kysely)
})
afterAll(() => app.stop())

async function insertTags(trx: Queryable) {
  const ofPosts = (tag: string, posts: string) => `insert into post_tags
    (post_id, tag, user_id, question, is_open, hidden)
    select id, '${tag}', user_id, question, question, 0 from ${posts}`
  await sql.raw(ofPosts('everything', 'posts')).execute(trx)
  await sql.raw(ofPosts('ancient', '(select * from posts order by id limit 30) as old')).execute(trx)
  const counts = [
    { tag: 'everything', count: POSTS },
    { tag: 'ancient', count: 30 },
  ]
  const rare = Array.from({ length: TAGS }, (_, index) => ({ tag: `rare-${index}`, count: 1 }))
  await bulkInsert(app.db.engine, trx, 'tags', [...counts, ...rare])
}

async function followMany(trx: Queryable) {
  const posts = await trx.selectFrom('posts').select('user_id').orderBy('id').limit(1_000).execute()
  const people = posts.map((post) => ({ user_id: person.id, other_id: post.user_id, id: newId() }))
  await bulkInsert(app.db.engine, trx, 'follows_people', people)
  const tags = ['everything', 'ancient'].map((tag) => ({ user_id: person.id, tag, id: newId() }))
  await trx.insertInto('follows_tags').values(tags).execute()
}

async function queriesOf(path: string, expected = 200): Promise<SentQuery[]> {
  const ranOnSqlite = spyOnSqlite()
  const sentQueries = spyOnQueries()
  const { status } = await person.get(path)
  expect(status).toBe(expected)
  const prepared = ranOnSqlite().map((text) => ({ text, values: [] }))
  const sent = sentQueries()
  vi.restoreAllMocks()
  return [...prepared, ...sent].filter(({ text }) => /^(?:select|with) .* from (?!"site")/s.test(text))
}

async function planOf({ text, values }: SentQuery): Promise<string[]> {
  if (engine === 'postgres') {
    const rows = await app.db.kysely.transaction().execute(async (trx) => {
      // On a distributed database, all nodes need this setting.
      if (distributed) await sql`set local citus.propagate_set_commands = 'local'`.execute(trx)
      // Scanning a small table may be faster than using an index.
      await sql`set local enable_seqscan = off`.execute(trx)
      const explain = { ...sql`select`.compile(trx), sql: `explain ${text}`, parameters: values }
      return (await trx.executeQuery<{ 'QUERY PLAN': string }>(explain)).rows
    })
    return rows.map((row) => row['QUERY PLAN'])
  }
  const { rows } = await app.db.kysely.executeQuery<{ detail: string }>({
    ...sql`select`.compile(app.db.kysely),
    sql: `explain query plan ${text}`,
    parameters: Array.from(text.matchAll(/\?/g), () => null),
  })
  return rows.map(({ detail }) => detail)
}

// On SQLite, these are results of parts of a query that were read through an index.
const PARTS =
  /^(?:agg|newest|sums|heads|cutoff|people_followed|tags_followed|most_used|first_with_prefix|candidates)$/
// A virtual table is a list of ids or an index of words.
const WHOLE_TABLE =
  engine === 'postgres'
    ? /Seq Scan on (\w+)/
    : /^SCAN (?!CONSTANT ROW)(\w+)\b(?! USING (?:COVERING )?INDEX| VIRTUAL TABLE INDEX)/

async function wholeTablesRead(query: SentQuery): Promise<string[]> {
  const names = (await planOf(query)).flatMap((step) => WHOLE_TABLE.exec(step)?.[1] ?? [])
  return names.filter((name) => !PARTS.test(name))
}

async function deepPage(path: string): Promise<string> {
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=20`
  for (let page = 0; page < 5 && next; page++) {
    const { headers } = await person.get(next)
    next = nextOf({ headers })
  }
  if (!next) throw new Error('The list ended too early')
  return next
}

async function anAuthor(): Promise<string> {
  return (await person.get('/api/posts?limit=40')).body[39].user
}

async function anOpenQuestion(): Promise<string> {
  return (await person.get('/api/posts?feed=unanswered&limit=40')).body[39]._id
}

async function pageAfter(author: string): Promise<string> {
  const { headers } = await person.get(`/api/posts?author=${author}&limit=1`)
  const next = nextOf({ headers })
  if (!next) throw new Error('The author has written too little')
  return next
}

test.each<[string, () => Promise<string>, number?]>([
  ['the feed', async () => '/api/posts?limit=20'],
  ['the feed, far down', () => deepPage('/api/posts')],
  ['the posts of one person', async () => `/api/posts?author=${await anAuthor()}&limit=1`],
  ['the posts of one person, after the first page', async () => pageAfter(await anAuthor())],
  ...[
    ...['feed=questions', 'feed=unanswered', 'feed=for-me', 'tag=sql', 'tag=sql&feed=questions'],
    ...['tag=sql&feed=unanswered', 'author=AUTHOR&feed=questions', 'author=AUTHOR&feed=unanswered'],
    ...['author=AUTHOR&tag=sql', 'author=AUTHOR&tag=sql&feed=unanswered', 'feed=following'],
    ...['feed=following&tag=sql', 'feed=following&author=AUTHOR', 'tag=everything', 'tag=ancient'],
  ].map((query): [string, () => Promise<string>] => [
    `the posts by ${query}`,
    async () => `/api/posts?${query.replace('AUTHOR', await anAuthor())}&limit=20`,
  ]),
  ['the tags', async () => '/api/tags?prefix=s'],
  ['a tag', async () => '/api/tags/sql'],
  ['who could answer', async () => `/api/posts/${await anOpenQuestion()}/helpers`],
  ['the questions that wait for me', async () => '/api/waiting-questions'],
  ['a person', async () => `/api/people/${await anAuthor()}`],
  ['the developers', async () => '/api/profile?limit=20'],
  ['the developers, far down', () => deepPage('/api/profile')],
  ['one post', async () => `/api/posts/${(await person.get('/api/posts?limit=30')).body[29]._id}`],
  ['its comments', async () => `/api/posts/${(await person.get('/api/posts?limit=5')).body[4]._id}/comments`],
  [
    'marks',
    async () => {
      const { body } = await person.get('/api/posts?limit=100')
      return `/api/marks?posts=${body.map((post: { _id: string }) => post._id)}`
    },
  ],
  ['who and what one follows', async () => '/api/follows'],
  ['bookmarks', async () => '/api/bookmarks?limit=20'],
  ['notifications', async () => '/api/notifications?limit=20'],
  [
    'one profile',
    async () => `/api/profile/user/${(await person.get('/api/profile?limit=30')).body[29].user._id}`,
  ],
  // No code host is configured, but the query for profiles with this name runs first.
  ['who has a name at the code host', async () => '/api/profile/github/ada', 502],
])('%s only uses indexes', async (_name, path, status) => {
  const queries = await queriesOf(await path(), status)
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries) {
    expect({ query: query.text, whole: await wholeTablesRead(query) }).toEqual({
      query: query.text,
      whole: [],
    })
  }
})

test.each<[string, () => Promise<string>, string]>([
  ['the feed', async () => '/api/posts?limit=21', 'posts_visible'],
  ['the posts of one person', async () => `/api/posts?author=${await anAuthor()}&limit=2`, 'posts_by_author'],
  ['the developers', async () => '/api/profile?limit=21', 'profiles_visible'],
  [
    'the comments of a post',
    async () => `/api/posts/${(await person.get('/api/posts?limit=5')).body[4]._id}/comments?limit=9`,
    'comments_visible',
  ],
])('%s are read from an index without what is hidden, however much that is', async (_name, path, index) => {
  const plans = await Promise.all((await queriesOf(await path())).map(planOf))
  expect(plans.flat().join('\n')).toContain(index)
})

type Plan = { Plans?: Plan[] } & Record<string, number>

/** The plan must fit any values. */
async function rowsRead({ text, values }: SentQuery): Promise<number> {
  const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  const [plan] = await app.db.kysely.connection().execute(async (db) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    await sql.raw(`prepare measured as ${text}`).execute(db)
    const explained = `explain (analyze, format json) execute measured(${literals})`
    const { rows } = await sql.raw<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained).execute(db)
    await sql`deallocate measured`.execute(db)
    await sql`reset plan_cache_mode`.execute(db)
    return rows.flatMap((row) => row['QUERY PLAN'].map((step) => step.Plan))
  })
  const count = ({ Plans = [], ...node }: Plan): number => {
    const removed = node['Rows Removed by Filter'] ?? 0
    const ownRows = ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
    return (Plans.length === 0 ? ownRows : 0) + Plans.reduce((sum, each) => sum + count(each), 0)
  }
  return plan ? count(plan) : 0
}

test.runIf(engine === 'postgres' && !distributed).each<[string, number, (() => Promise<string>)?]>([
  ['feed=questions', 50],
  ['feed=unanswered', 50],
  // Fewer rows than the followed people and tags have posts.
  ['feed=following', 3_000],
  ['tag=everything', 50],
  ['tag=everything, far down,', 50, () => deepPage('/api/posts?tag=everything')],
  ['tag=everything&feed=unanswered', 50],
  ['tag=ancient', 50],
  ['tag=ancient&feed=questions', 50],
])('the posts by %s are found by reading at most %i rows', async (query, most, path) => {
  const queries = await queriesOf((await path?.()) ?? `/api/posts?${query}&limit=19`)
  const ofIds = queries.filter(({ text }) => !/"posts"."text"/.test(text) && / limit /.test(text))
  expect(ofIds).not.toEqual([])
  for (const query of ofIds) expect(await rowsRead(query)).toBeLessThanOrEqual(most)
})

test('the most used tags are read in their order from an index, also with an empty prefix', async () => {
  for (const path of ['/api/tags', '/api/tags?prefix=']) {
    const plans = (await Promise.all((await queriesOf(path)).map(planOf))).flat().join('\n')
    expect(plans).toContain('tags_by_count')
    expect(plans).not.toMatch(/TEMP B-TREE|Sort/)
  }
})

test.runIf(engine === 'postgres' && !distributed)(
  'the tags with a prefix that very many have are found by reading a limited number of rows',
  async () => {
    const queries = (await queriesOf('/api/tags?prefix=r')).filter(({ text }) => text.includes('"tags"'))
    expect(queries).toHaveLength(1)
    for (const query of queries) expect(await rowsRead(query)).toBeLessThanOrEqual(3_000)
  },
)

test.runIf(engine === 'postgres' && !distributed)('the check for changes reads only new ones', async () => {
  await sql`insert into changes (topic, at) select 'of another', 0 from generate_series(1, 20000)`.execute(
    app.db.kysely,
  )
  const readByCheck = async () => {
    const checks = (await queriesOf('/api/auth')).filter(({ text }) => text.includes('from changes'))
    expect(checks).toHaveLength(1)
    return rowsRead(checks[0] as SentQuery)
  }
  // An open transaction of another test can keep changes new for a while.
  await expect.poll(readByCheck).toBeLessThan(50)
})
