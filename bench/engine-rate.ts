import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { renderMarkdown } from '../server/features/markdown/render/render.ts'
import { RENDER_VERSION } from '../server/features/markdown/renderer.ts'
import { newId } from '../server/ids.ts'

export const WRITES = ['like', 'comment', 'post', 'post in Markdown'] as const
export type Write = (typeof WRITES)[number]

export const COMMENT_TEXT = 'Measured with the same text on both sides, so that only the path differs.'

const MARKDOWN_TEXT = `**Every** query waits for a lock in #postgres, and \`pg_locks\` shows no reason:

\`\`\`sql
select pid, mode, granted from pg_locks where not granted;
\`\`\`

- It began with the last *release*.
- The [documentation](https://www.postgresql.org/docs/current/explicit-locking.html) did not help.

Has anyone seen this before?`

type Statement = { sql: string; parameters(): (string | number)[] }
type Ids = { users: string[]; posts: string[] }

const SELECT_USERS = 'select id from users'
// The server writes to the newest posts, so the loop uses the oldest.
const SELECT_POSTS = 'select id from posts order by id limit 1000'

export async function engineRate(url: string, write: Write, seconds: number): Promise<number> {
  return url.startsWith('sqlite:')
    ? sqliteRate(url.slice('sqlite:'.length), write, seconds)
    : postgresRate(url, write, seconds)
}

function sqliteRate(file: string, write: Write, seconds: number): number {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec('pragma synchronous = full')
  const selectIds = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(row.id))
  const ids = { users: selectIds(SELECT_USERS), posts: selectIds(SELECT_POSTS) }
  const statements = sqliteTransaction(write, ids).map(({ sql, parameters }) => ({
    prepared: db.prepare(sql),
    parameters,
  }))
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < seconds * 1000; count++) {
    begin.run()
    for (const { prepared, parameters } of statements) prepared.run(...parameters())
    commit.run()
  }
  const rate = (count / (performance.now() - start)) * 1000
  db.close()
  return rate
}

async function postgresRate(url: string, write: Write, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const selectIds = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
  const ids = { users: await selectIds(SELECT_USERS), posts: await selectIds(SELECT_POSTS) }
  const { sql, parameters } = postgresStatement(write, ids)
  const start = performance.now()
  let count = 0
  for (; performance.now() - start < seconds * 1000; count++) {
    await client.query({ name: write, text: sql, values: parameters() })
  }
  const rate = (count / (performance.now() - start)) * 1000
  await client.end()
  return rate
}

function sqliteTransaction(write: Write, ids: Ids): Statement[] {
  const { randomUser, nextPost, currentPost } = idGenerators(ids)
  const writing = writingOf(write)
  const recordChange = {
    sql: 'insert into changes (topic, at) values (?, ?)',
    parameters: () => [write.startsWith('post') ? 'posts' : `post:${currentPost()}`, Date.now()],
  }
  const notifyAuthor = [
    {
      sql: `insert into notifications (user_id, id, position, kind, subject_id, post_id, count)
        select user_id, ?, ?, '${write}', id, id, 1 from posts where id = ?
        on conflict (user_id, kind, subject_id) where read = 0
        do update set count = notifications.count + 1, position = excluded.position`,
      parameters: () => [newId(), newId(), currentPost()],
    },
    {
      sql: `insert into notification_events (user_id, notification_id, id, kind, subject_id, actor_id)
        select user_id, id, ?, kind, subject_id, ? from notifications
        where user_id = (select user_id from posts where id = ?) and kind = '${write}' and subject_id = ? and read = 0`,
      parameters: () => [newId(), randomUser(), currentPost(), currentPost()],
    },
  ]
  const increment = (column: string) => ({
    sql: `update posts set ${column} = ${column} + 1 where id = ?`,
    parameters: () => [currentPost()],
  })
  switch (write) {
    case 'like':
      return [
        {
          sql: 'insert into likes (post_id, user_id, id) values (?, ?, ?) on conflict do nothing',
          parameters: () => [nextPost(), randomUser(), newId()],
        },
        increment('like_count'),
        ...notifyAuthor,
        recordChange,
      ]
    case 'comment':
      return [
        {
          sql: 'insert into comments (id, post_id, user_id, text, html, render_version) values (?, ?, ?, ?, ?, ?)',
          parameters: () => [newId(), nextPost(), randomUser(), ...writing],
        },
        increment('comment_count'),
        ...notifyAuthor,
        recordChange,
      ]
    case 'post':
    case 'post in Markdown':
      return [
        {
          sql: `insert into posts (id, user_id, text, html, render_version, like_count, comment_count)
            values (?, ?, ?, ?, ?, 0, 0)`,
          parameters: () => [newId(), randomUser(), ...writing],
        },
        recordChange,
      ]
  }
}

function postgresStatement(write: Write, ids: Ids): Statement {
  const { randomUser, nextPost } = idGenerators(ids)
  const writing = writingOf(write)
  const insertAndIncrement = (insert: string, column: string) => `
    with inserted as (${insert} returning post_id, user_id, id),
      entered as (
        insert into notifications (user_id, id, position, kind, subject_id, post_id, count)
        select posts.user_id, inserted.id, inserted.id, '${write}', posts.id, posts.id, 1
        from inserted join posts on posts.id = inserted.post_id
        on conflict (user_id, kind, subject_id) where read = 0
        do update set count = notifications.count + 1, position = excluded.position
        returning user_id, id, kind, subject_id
      ),
      noted as (
        insert into notification_events (user_id, notification_id, id, kind, subject_id, actor_id)
        select entered.user_id, entered.id, inserted.id, kind, subject_id, inserted.user_id
        from entered cross join inserted
      ),
      incremented as (
        update posts set ${column} = ${column} + 1 where id in (select post_id from inserted)
      ),
      recorded as (
        insert into changes (topic, at) select 'post:' || post_id, $1::bigint from inserted
      )
    select post_id from inserted`
  switch (write) {
    case 'like':
      return {
        sql: insertAndIncrement(
          'insert into likes (post_id, user_id, id) values ($2, $3, $4) on conflict do nothing',
          'like_count',
        ),
        parameters: () => [Date.now(), nextPost(), randomUser(), newId()],
      }
    case 'comment':
      return {
        sql: insertAndIncrement(
          'insert into comments (id, post_id, user_id, text, html, render_version) values ($2, $3, $4, $5, $6, $7)',
          'comment_count',
        ),
        parameters: () => [Date.now(), newId(), nextPost(), randomUser(), ...writing],
      }
    case 'post':
    case 'post in Markdown':
      return {
        sql: `with recorded as (insert into changes (topic, at) values ('posts', $1))
          insert into posts (id, user_id, text, html, render_version, like_count, comment_count)
          values ($2, $3, $4, $5, $6, 0, 0)`,
        parameters: () => [Date.now(), newId(), randomUser(), ...writing],
      }
  }
}

function writingOf(write: Write): [string, string, number] {
  const text = textOf(write)
  return [text, renderMarkdown(text).html, RENDER_VERSION]
}

export function textOf(write: Write): string {
  return write === 'post in Markdown' ? MARKDOWN_TEXT : COMMENT_TEXT
}

function idGenerators({ users, posts }: Ids) {
  let index = 0
  const currentPost = () => posts[index % posts.length] ?? ''
  return {
    randomUser: () => users[Math.floor(Math.random() * users.length)] ?? '',
    currentPost,
    nextPost: () => {
      index++
      return currentPost()
    },
  }
}
