import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '025-smaller-search'

/** The index of posts and comments takes less space. It is made again in the background. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('drop table search_entries')
  await run(`delete from search_buckets where indexed_table = 'search_entries'`)
  await run('delete from search_state')
  await (engine === 'postgres' ? createOnPostgres(db) : createOnSqlite(run))
}

async function createOnPostgres(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await createTable(db, 'postgres', {
    name: 'search_entries',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id uuid not null, id uuid not null,
      comment_id uuid generated always as (case when id <> post_id then id end) stored,
      bucket text not null, words text not null, primary key (post_id, id)`,
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    ],
  })
  await run(`create index search_entries_by_comment on search_entries (post_id, comment_id)
    where comment_id is not null`)
  // A stored tsvector would take twice the space of the words.
  await run(`create index search_entries_words on search_entries
    using gin (array_to_tsvector(string_to_array(bucket || replace(words, E'\\n', E'\\n' || bucket), E'\\n')))
    with (fastupdate = off)`)
}

async function createOnSqlite(run: (statement: string) => Promise<unknown>): Promise<void> {
  await run('drop table search_entries_words')
  await run('drop table search_entries_terms')
  await run('drop table search_people_terms')
  // Ids are 16 bytes instead of 36 characters. Without a post_id, it is the entry of a post.
  await run('create table search_entries (doc integer primary key, id blob not null, post_id blob)')
  await run('create unique index search_entries_by_id on search_entries (id)')
  await run(`create virtual table search_entries_words using fts5
    (words, content='', contentless_delete=1, detail=none, tokenize='ascii')`)
  await run(`create trigger search_entries_deleted after delete on search_entries
    begin delete from search_entries_words where rowid = old.doc; end`)
  for (const table of ['posts', 'comments']) {
    await run(`drop trigger search_${table}_deleted`)
    await run(`create trigger search_${table}_deleted after delete on ${table}
      begin delete from search_entries where id = unhex(old.id, '-'); end`)
  }
  // FTS5 itself can list the words of a bucket.
  for (const table of ['search_entries', 'search_people']) {
    await run(`create virtual table ${table}_terms using fts5vocab(${table}_words, instance)`)
  }
}
