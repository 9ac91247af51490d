import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '006-writing'

/** Markdown with its HTML, and what posts and comments were before they were edited. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const id = engine === 'postgres' ? 'uuid' : 'text'
  const time = engine === 'postgres' ? 'bigint' : 'integer'
  // 0 is the cook that never was: what has it is made anew in the background.
  for (const table of ['posts', 'comments', 'profiles']) {
    await run(`alter table ${table} add column html text not null default ''`)
    await run(`alter table ${table} add column cook integer not null default 0`)
    await run(`create index ${table}_by_cook on ${table} (cook)`)
  }
  for (const table of ['posts', 'comments']) {
    await run(`alter table ${table} add column version integer not null default 1`)
    await run(`alter table ${table} add column edited_at ${time}`)
  }
  await run(`alter table posts add column tags text not null default '[]'`)

  const columns = `
    version integer not null,
    user_id ${id} not null,
    id ${id} not null,
    written_at ${time} not null,
    text text not null,
    html text not null,
    cook integer not null,
    difference text`
  await createTable(db, engine, {
    name: 'post_versions',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, ${columns}, primary key (post_id, version)`,
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(user_id) references users (id) on delete cascade',
    ],
  })
  await createTable(db, engine, {
    name: 'comment_versions',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, comment_id ${id} not null, ${columns},
      primary key (post_id, comment_id, version)`,
    foreignKeys: [
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
      '(user_id) references users (id) on delete cascade',
    ],
  })
  for (const table of ['post_versions', 'comment_versions']) {
    await run(`create index ${table}_by_user on ${table} (user_id)`)
    await run(`create index ${table}_by_cook on ${table} (cook)`)
  }
}
