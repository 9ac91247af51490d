import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StatementCache } from '../../server/database/sqlite-statements.ts'
import { insertCommunity } from '../../starters/community.ts'
import { distributed, engine, type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  await insertCommunity(app.db, { users: 5_000, posts: 20_000 })
  if (engine === 'postgres') await sql`analyze`.execute(app.db.kysely)
  person = await app.signUpWithProfile()
})
afterAll(() => app.stop())

type Query = { text: string; values: unknown[] }

/** The queries that a call runs on our tables. */
async function queriesOf(path: string, expected = 200): Promise<Query[]> {
  const prepare = vi.spyOn(StatementCache.prototype, 'get')
  const send = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await person.get(path)
  expect(status).toBe(expected)
  const prepared = prepare.mock.calls.map(([text]) => ({ text, values: [] }))
  const sent = (send.mock.calls as unknown as [Query | string][]).flatMap(([query]) =>
    typeof query === 'string' ? [] : query,
  )
  vi.restoreAllMocks()
  // The site is a single row.
  return [...prepared, ...sent].filter(({ text }) => /^select .* from (?!"site")/s.test(text))
}

/** The steps by which the engine runs a query. */
async function planOf({ text, values }: Query): Promise<string[]> {
  if (engine === 'postgres') {
    const rows = await app.db.kysely.transaction().execute(async (trx) => {
      // On a distributed database, this must be set on all nodes.
      if (distributed) await sql`set local citus.propagate_set_commands = 'local'`.execute(trx)
      // Scanning a small table may be faster; now an index is used if there is one.
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

// On SQLite, `newest` are likes or comments of a post, which were read through an index already.
const WHOLE_TABLE =
  engine === 'postgres' ? /Seq Scan on (\w+)/ : /^SCAN (?!newest$)(\w+)\b(?! USING (?:COVERING )?INDEX)/

/** The tables that a query reads completely. */
async function wholeTablesRead(query: Query): Promise<string[]> {
  return (await planOf(query)).flatMap((step) => WHOLE_TABLE.exec(step)?.[1] ?? [])
}

/** A page far down the list. */
async function deepPage(path: string): Promise<string> {
  let next: string | undefined = `${path}?limit=20`
  for (let page = 0; page < 5 && next; page++) {
    const { headers } = await person.get(next)
    next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  if (!next) throw new Error('The list ended too early')
  return next
}

async function anAuthor(): Promise<string> {
  return (await person.get('/api/posts?limit=40')).body[39].user
}

async function pageAfter(author: string): Promise<string> {
  const { headers } = await person.get(`/api/posts?author=${author}&limit=1`)
  const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
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
    ...['author=AUTHOR&tag=sql', 'author=AUTHOR&tag=sql&feed=unanswered'],
  ].map((query): [string, () => Promise<string>] => [
    `the posts by ${query}`,
    async () => `/api/posts?${query.replace('AUTHOR', await anAuthor())}&limit=20`,
  ]),
  ['the tags', async () => '/api/tags?prefix=s'],
  ['a tag', async () => '/api/tags/sql'],
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
  ['whom and what one follows', async () => '/api/follows'],
  ['bookmarks', async () => '/api/bookmarks?limit=20'],
  [
    'one profile',
    async () => `/api/profile/user/${(await person.get('/api/profile?limit=30')).body[29].user._id}`,
  ],
  // There is no code host here, but the query for profiles with this name runs before that matters.
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
  ['the feed', async () => '/api/posts?limit=21', 'posts_shown'],
  ['the posts of one person', async () => `/api/posts?author=${await anAuthor()}&limit=2`, 'posts_by_author'],
  ['the developers', async () => '/api/profile?limit=21', 'profiles_shown'],
  [
    'the comments of a post',
    async () => `/api/posts/${(await person.get('/api/posts?limit=5')).body[4]._id}/comments?limit=9`,
    'comments_shown',
  ],
])('%s are read from an index without what is hidden, however much that is', async (_name, path, index) => {
  const plans = await Promise.all((await queriesOf(await path())).map(planOf))
  expect(plans.flat().join('\n')).toContain(index)
})

test.runIf(engine === 'postgres')(
  'the check for changes is planned once, however many checks there are',
  async () => {
    const { db } = app
    await sql`insert into changes (topic, at) select 'of another', 0 from generate_series(1, 20000)`.execute(
      db.kysely,
    )
    for (let n = 0; n < 20; n++) await person.get('/api/auth')
    // One after another, all queries take the same connection.
    const { rows } = await sql<{ plans: number }>`
    select custom_plans as plans from pg_prepared_statements where name = 'changes-30'`.execute(db.kysely)
    expect(rows).toEqual([{ plans: expect.any(Number) }])
    // PostgreSQL tries five times what planning for the values brings.
    expect(rows[0]?.plans).toBeLessThanOrEqual(5)
  },
)
