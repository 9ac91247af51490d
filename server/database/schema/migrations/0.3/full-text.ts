import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'
import { createTable } from '../../create-table.ts'

export const name = '032-full-text'

type Run = (statement: string) => Promise<unknown>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = (statement) => sql.raw(statement).execute(db)
  await dropOldIndex(run, engine)
  await run('create index if not exists profiles_by_id on profiles (id)')
  await (engine === 'postgres' ? createOnPostgres(db, run) : createOnSqlite(run))
}

/** Databases from before the release of 0.2 have only some of these. */
async function dropOldIndex(run: Run, engine: Engine): Promise<void> {
  const tables = ['search_entries', 'search_people', 'search_buckets', 'search_frequent_words']
  if (engine === 'sqlite') {
    for (const table of ['posts', 'comments']) await run(`drop trigger if exists search_${table}_deleted`)
    for (const table of ['search_entries', 'search_people'])
      tables.unshift(`${table}_terms`, `${table}_words`)
  }
  for (const table of tables) await run(`drop table if exists ${table}`)
  await run('delete from skills')
  await run('delete from search_state')
  await run(`delete from jobs where kind in ('tidy-index', 'frequent-words')`)
}

async function createOnPostgres(db: Kysely<unknown>, run: Run): Promise<void> {
  await createTable(db, 'postgres', {
    name: 'search_documents',
    distribution: { group: 'posts', column: 'post_id' },
    columns: `number bigint not null, post_id uuid not null, comment_id uuid, words text not null,
      primary key (number, post_id)`,
    partitionedBy: 'range (number)',
    foreignKeys: [
      '(post_id) references posts (id) on delete cascade',
      '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    ],
  })
  await run('create index search_documents_by_post on search_documents (post_id, comment_id)')
  await createTable(db, 'postgres', {
    name: 'search_people',
    distribution: { group: 'profiles', column: 'user_id' },
    columns: `number bigint not null, user_id uuid not null, skills text not null, location_words text not null,
      words text not null, primary key (number, user_id)`,
    partitionedBy: 'range (number)',
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await run('create index search_people_by_user on search_people (user_id)')
  for (const table of ['search_documents', 'search_people']) {
    // The first partition; see full-text-postgres.ts.
    await run(`create table ${table}_1024 partition of ${table}
      for values from (${1024 * 131_072}) to (${1025 * 131_072})`)
    // Every search reads the whole list of pending words, so it is short.
    await run(`create index ${table}_words on ${table}
      using gin (array_to_tsvector(string_to_array(words, E'\\n'))) with (gin_pending_list_limit = 64)`)
  }
}

async function createOnSqlite(run: Run): Promise<void> {
  await run(
    'create table search_documents (number integer primary key, post_id text not null, comment_id text)',
  )
  await run('create index search_documents_by_post on search_documents (post_id, comment_id)')
  await run(`create table search_people (number integer primary key, user_id text not null, skills text not null,
    location_words text not null)`)
  await run('create unique index search_people_by_user on search_people (user_id)')
  for (const table of ['search_documents', 'search_people']) {
    await run(`create virtual table ${table}_words using fts5
      (words, content='', contentless_delete=1, detail=none, prefix='2 3 4', tokenize='ascii')`)
    await run(`create virtual table ${table}_vocabulary using fts5vocab(${table}_words, instance)`)
  }
  // Foreign keys would leave the words in the index.
  const triggers = {
    posts: { table: 'search_documents', row: 'post_id = old.id and comment_id is null' },
    comments: { table: 'search_documents', row: 'post_id = old.post_id and comment_id = old.id' },
    users: { table: 'search_people', row: 'user_id = old.id' },
  }
  for (const [deleted, { table, row }] of Object.entries(triggers)) {
    await run(`create trigger search_${deleted}_deleted after delete on ${deleted} begin
      delete from ${table}_words where rowid = (select number from ${table} where ${row});
      delete from ${table} where ${row};
    end`)
  }
}
