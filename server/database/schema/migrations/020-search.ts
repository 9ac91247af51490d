import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '020-search'

/**
 * The words of posts, comments and people, and what has yet to be indexed. What exists already is indexed in the
 * background; see search/indexer.ts.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = engine === 'postgres' ? 'uuid' : 'text'
  const column = engine === 'postgres' ? 'words tsvector not null' : 'doc integer not null'
  await createTable(db, engine, {
    name: 'search_entries',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, id ${id} not null, comment_id ${id}, user_id ${id} not null, ${column},
      primary key (post_id, id)`,
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    ],
  })
  await createFullText(db, engine, 'search_entries')
  // By which a comment that is deleted finds its entry.
  await sql`create index search_entries_by_comment on search_entries (post_id, comment_id)`.execute(db)
  if (engine === 'sqlite') await sql`create index search_entries_by_id on search_entries (id)`.execute(db)
  await createTable(db, engine, {
    name: 'search_people',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} primary key, id ${id} not null, skills text not null, ${column}`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await createFullText(db, engine, 'search_people')
  if (engine === 'sqlite') await sql`create index search_people_by_id on search_people (id)`.execute(db)
  await createTable(db, engine, {
    name: 'search_queue',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, id ${id} not null, primary key (post_id, id)`,
    foreignKeys: ['(post_id) references posts (id) on delete cascade'],
  })
  await createTable(db, engine, {
    name: 'search_people_queue',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} primary key`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await createTable(db, engine, {
    name: 'skills',
    home: { at: 'the coordinator' },
    columns: `skill_key text ${engine === 'postgres' ? 'collate "C"' : ''} primary key, skill text not null,
      count integer not null`,
    foreignKeys: [],
  })
  await sql`create index skills_by_count on skills (count desc, skill_key)`.execute(db)
  await createTable(db, engine, {
    name: 'search_state',
    home: { at: 'the coordinator' },
    columns: 'name text primary key, value text not null',
    foreignKeys: [],
  })
}

/** Gives a new table, which has an `id`, its index of words. */
async function createFullText(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const words = `${table}_words`
  if (engine === 'postgres') {
    await run(`create index ${words} on ${table} using gin (words)`)
    await run(`create index ${table}_by_id on ${table} (id)`)
    return
  }
  await run(`create unique index ${table}_by_doc on ${table} (doc)`)
  await run(`create virtual table ${words} using fts5
    (words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='2')`)
  await run(`create trigger ${table}_deleted after delete on ${table}
    begin delete from ${words} where rowid = old.doc; end`)
}
