import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '024-search-buckets'

/**
 * Words are indexed in buckets (full-text-buckets.ts), in tables with fewer columns. Everything is indexed again in the
 * background.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  for (const table of ['search_entries', 'search_people']) {
    await run(`drop table ${table}`)
    if (!postgres) await run(`drop table ${table}_words`)
  }
  await run('delete from skills')
  await run('delete from search_state')
  await createTable(db, engine, {
    name: 'search_buckets',
    home: { at: 'the coordinator' },
    columns: `indexed_table text not null, number integer not null, first_id ${id} not null, last_id ${id} not null,
      entries integer not null, primary key (indexed_table, number)`,
    foreignKeys: [],
  })
  await run('create unique index search_buckets_by_id on search_buckets (indexed_table, first_id)')
  // Profiles are indexed in the order of their ids.
  await run('create index profiles_by_id on profiles (id)')
  await (postgres ? createOnPostgres(db) : createOnSqlite(run))
}

async function createOnPostgres(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await createTable(db, 'postgres', {
    name: 'search_entries',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id uuid not null, id uuid not null,
      comment_id uuid generated always as (case when id <> post_id then id end) stored,
      words tsvector not null, primary key (post_id, id)`,
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    ],
  })
  // By which a comment that is deleted finds its entry.
  await run(`create index search_entries_by_comment on search_entries (post_id, comment_id)
    where comment_id is not null`)
  await createTable(db, 'postgres', {
    name: 'search_people',
    home: { at: 'its person', column: 'user_id' },
    columns: 'user_id uuid primary key, id uuid not null, skills text not null, words tsvector not null',
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  for (const table of ['search_entries', 'search_people']) {
    // With fastupdate, every search would go through all words that were added last.
    await run(`create index ${table}_words on ${table} using gin (words) with (fastupdate = off)`)
  }
}

async function createOnSqlite(run: (statement: string) => Promise<unknown>): Promise<void> {
  await run('create table search_entries (doc integer primary key, post_id text not null, id text not null)')
  await run(`create table search_people (doc integer primary key, user_id text not null, id text not null,
    skills text not null, foreign key (user_id) references users (id) on delete cascade)`)
  await run('create unique index search_people_by_user on search_people (user_id)')
  for (const table of ['search_entries', 'search_people']) {
    await run(`create unique index ${table}_by_id on ${table} (id)`)
    await run(`create virtual table ${table}_words using fts5
      (words, content='', contentless_delete=1, detail=none, tokenize='ascii')`)
    // All words of a bucket, to find those that begin with a text; FTS5 would read everywhere that they occur.
    await run(`create table ${table}_terms (bucket text not null, word text not null, primary key (bucket, word))
      without rowid`)
    await run(`create trigger ${table}_deleted after delete on ${table}
      begin delete from ${table}_words where rowid = old.doc; end`)
  }
  // Instead of foreign keys, which would need another index of each entry.
  for (const table of ['posts', 'comments']) {
    await run(`create trigger search_${table}_deleted after delete on ${table}
      begin delete from search_entries where id = old.id; end`)
  }
}
