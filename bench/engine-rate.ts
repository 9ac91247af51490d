import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newId } from '../server/ids.ts'

export type Write = 'like' | 'comment' | 'post'

type Statement = { sql: string; values(): (string | number)[] }

/**
 * The engine's own rate: the statements of the server's transaction in a tight loop on one
 * connection, each commit waited for, with nothing around them.
 */
export async function engineRate(url: string, write: Write, seconds: number): Promise<number> {
  return url.startsWith('sqlite:')
    ? sqliteRate(url.slice('sqlite:'.length), write, seconds)
    : postgresRate(url, write, seconds)
}

function sqliteRate(file: string, write: Write, seconds: number): number {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec('pragma synchronous = full')
  const users = db
    .prepare('select id from users')
    .all()
    .map((row) => String(row.id))
  const posts = db
    .prepare('select id from posts')
    .all()
    .map((row) => String(row.id))
  const statements = transaction(write, users, posts).map(({ sql, values }) => ({
    run: db.prepare(sql),
    values,
  }))
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
  const ids = async (table: string) =>
    (await client.query<{ id: string }>(`select id from ${table}`)).rows.map(({ id }) => id)
  const users = await ids('users')
  const posts = await ids('posts')
  const statements = transaction(write, users, posts).map(({ sql, values }, index) => {
    let parameter = 0
    return { name: `${write}-${index}`, text: sql.replace(/\?/g, () => `$${++parameter}`), values }
  })
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < seconds * 1000; count++) {
    await client.query('begin')
    for (const { name, text, values } of statements) await client.query({ name, text, values: values() })
    await client.query('commit')
  }
  const rate = (count / (performance.now() - began)) * 1000
  await client.end()
  return rate
}

function transaction(write: Write, users: string[], posts: string[]): Statement[] {
  let turn = 0
  let post = ''
  const user = () => users[Math.floor(Math.random() * users.length)] ?? ''
  const nextPost = () => {
    post = posts[turn++ % posts.length] ?? ''
    return post
  }
  const change = {
    sql: 'insert into changes (topic, at) values (?, ?)',
    values: () => [write === 'post' ? 'posts' : `post:${post}`, Date.now()],
  }
  const count = (column: string) => ({
    sql: `update posts set ${column} = ${column} + 1 where id = ?`,
    values: () => [post],
  })
  switch (write) {
    case 'like':
      return [
        {
          sql: 'insert into likes (post_id, user_id, id) values (?, ?, ?) on conflict do nothing',
          values: () => [nextPost(), user(), newId()],
        },
        count('like_count'),
        change,
      ]
    case 'comment':
      return [
        {
          sql: 'insert into comments (id, post_id, user_id, text) values (?, ?, ?, ?)',
          values: () => [newId(), nextPost(), user(), COMMENT],
        },
        count('comment_count'),
        change,
      ]
    case 'post':
      return [
        {
          sql: 'insert into posts (id, user_id, text, like_count, comment_count) values (?, ?, ?, 0, 0)',
          values: () => [newId(), user(), COMMENT],
        },
        change,
      ]
  }
}

export const COMMENT = 'Measured with the same words on both sides, so that only the way differs.'
