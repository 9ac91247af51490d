import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newId } from '../server/ids.ts'

export type Write = 'like' | 'comment' | 'post'

type Statement = { sql: string; values(): (string | number)[] }

/** Where rows may be added: posts that the server is not asked to write on meanwhile. */
type Places = { users: string[]; posts: string[] }

const USERS = 'select id from users'
const POSTS = 'select id from posts order by id limit 1000'

/**
 * The engine's own rate: the server's transaction in a tight loop on one connection, each commit waited
 * for, with nothing around it. What the server sends as one statement is one here.
 */
export async function engineRate(url: string, write: Write, seconds: number): Promise<number> {
  return url.startsWith('sqlite:')
    ? sqliteRate(url.slice('sqlite:'.length), write, seconds)
    : postgresRate(url, write, seconds)
}

function sqliteRate(file: string, write: Write, seconds: number): number {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec('pragma synchronous = full')
  const ids = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(row.id))
  const statements = sqliteTransaction(write, { users: ids(USERS), posts: ids(POSTS) }).map(
    ({ sql, values }) => ({ run: db.prepare(sql), values }),
  )
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < seconds * 1000; count++) {
    begin.run()
    for (const { run, values } of statements) run.run(...values())
    commit.run()
  }
  const rate = (count / (performance.now() - began)) * 1000
  db.close()
  return rate
}

async function postgresRate(url: string, write: Write, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
  const { sql, values } = postgresTransaction(write, { users: await ids(USERS), posts: await ids(POSTS) })
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < seconds * 1000; count++) {
    await client.query({ name: write, text: sql, values: values() })
  }
  const rate = (count / (performance.now() - began)) * 1000
  await client.end()
  return rate
}

function sqliteTransaction(write: Write, places: Places): Statement[] {
  const { user, nextPost, post } = inTurn(places)
  const note = {
    sql: 'insert into changes (topic, at) values (?, ?)',
    values: () => [write === 'post' ? 'posts' : `post:${post()}`, Date.now()],
  }
  const count = (column: string) => ({
    sql: `update posts set ${column} = ${column} + 1 where id = ?`,
    values: () => [post()],
  })
  switch (write) {
    case 'like':
      return [
        {
          sql: 'insert into likes (post_id, user_id, id) values (?, ?, ?) on conflict do nothing',
          values: () => [nextPost(), user(), newId()],
        },
        count('like_count'),
        note,
      ]
    case 'comment':
      return [
        {
          sql: 'insert into comments (id, post_id, user_id, text) values (?, ?, ?, ?)',
          values: () => [newId(), nextPost(), user(), COMMENT],
        },
        count('comment_count'),
        note,
      ]
    case 'post':
      return [
        {
          sql: 'insert into posts (id, user_id, text, like_count, comment_count) values (?, ?, ?, 0, 0)',
          values: () => [newId(), user(), COMMENT],
        },
        note,
      ]
  }
}

function postgresTransaction(write: Write, places: Places): Statement {
  const { user, nextPost } = inTurn(places)
  const counted = (insert: string, column: string) => `
    with written as (${insert} returning post_id),
      counted as (
        update posts set ${column} = ${column} + 1 where id in (select post_id from written)
      ),
      noted as (
        insert into changes (topic, at) select 'post:' || post_id, $1::bigint from written
      )
    select post_id from written`
  switch (write) {
    case 'like':
      return {
        sql: counted(
          'insert into likes (post_id, user_id, id) values ($2, $3, $4) on conflict do nothing',
          'like_count',
        ),
        values: () => [Date.now(), nextPost(), user(), newId()],
      }
    case 'comment':
      return {
        sql: counted(
          'insert into comments (id, post_id, user_id, text) values ($2, $3, $4, $5)',
          'comment_count',
        ),
        values: () => [Date.now(), newId(), nextPost(), user(), COMMENT],
      }
    case 'post':
      return {
        sql: `with noted as (insert into changes (topic, at) values ('posts', $1))
          insert into posts (id, user_id, text, like_count, comment_count) values ($2, $3, $4, 0, 0)`,
        values: () => [Date.now(), newId(), user(), COMMENT],
      }
  }
}

function inTurn({ users, posts }: Places) {
  let turn = 0
  const post = () => posts[turn % posts.length] ?? ''
  return {
    user: () => users[Math.floor(Math.random() * users.length)] ?? '',
    post,
    nextPost: () => {
      turn++
      return post()
    },
  }
}

export const COMMENT = 'Measured with the same words on both sides, so that only the way differs.'
