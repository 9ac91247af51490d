import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'
import { BY_POST, OF_POST, OF_USER, schemaTools } from '../../create-table.ts'
import { isDistributed } from '../../distribution.ts'
import type { Migration } from '../../migration.ts'
import type { Distribution, Tables } from '../../tables.ts'
import { CREDENTIAL, CREDENTIALS, PROFILE } from '../0.1.ts'

export const TEXTS: Migration[] = [
  { name: '003-code-host-names', up: indexCodeHostNames },
  { name: '004-keys-with-homes', up: changeKeys },
  { name: '005-posts-by-author', up: indexPostsByAuthor },
  { name: '006-writing', up: addRenderedTexts },
  { name: '007-handles', up: addHandles },
  { name: '008-pictures', up: addPictures },
]

async function indexCodeHostNames(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // By bytes: in some locales the lower case of I is not i.
  const column = sql.raw(engine === 'postgres' ? 'githubusername collate "C"' : 'githubusername')
  await sql`create index profiles_by_code_host_name on profiles (lower(${column}), user_id)`.execute(db)
}

/** Every key begins with the distribution column; see tables.ts. */
async function changeKeys(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (engine === 'postgres' ? changePostgresKeys(db) : rebuildTables(db))
  await sql`create index profiles_by_id on profiles (id)`.execute(db)
}

async function changePostgresKeys(db: Kysely<unknown>): Promise<void> {
  const { run } = schemaTools(db, 'postgres')
  for (const [table, owner] of Object.entries({ comments: 'post', experience: 'user', education: 'user' })) {
    await run(
      `alter table ${table} drop constraint ${table}_pkey`,
      `alter table ${table} add primary key (${owner}_id, id)`,
      `drop index ${table}_by_${owner}`,
    )
  }
  await run('alter table profiles drop constraint profiles_id_key')
}

/** SQLite cannot change a key. Credentials go first: dropping the profiles would delete them by cascade. */
async function rebuildTables(db: Kysely<unknown>): Promise<void> {
  const { date, flag, run } = schemaTools(db, 'sqlite')
  await run(`create table new_profiles (
    user_id text primary key references users (id) on delete cascade, id text not null, ${PROFILE})`)
  const credential = `id text not null, user_id text not null references new_profiles (user_id) on delete cascade,
    ${CREDENTIAL(date, flag)}`
  for (const [table, columns] of Object.entries(CREDENTIALS)) {
    await run(`create table new_${table} (${credential}, ${columns}, primary key (user_id, id))`)
  }
  await run(`create table new_comments (id text not null,
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id) on delete cascade, text text not null, primary key (post_id, id))`)
  const tables = ['profiles', 'experience', 'education', 'comments']
  for (const table of tables) await run(`insert into new_${table} select * from ${table}`)
  for (const table of tables.toReversed()) await run(`drop table ${table}`)
  for (const table of tables) await run(`alter table new_${table} rename to ${table}`)
  await run(
    'create index comments_by_user on comments (user_id)',
    'create index profiles_by_code_host_name on profiles (lower(githubusername), user_id)',
  )
}

async function indexPostsByAuthor(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { run } = schemaTools(db, engine)
  await run('create index posts_by_author on posts (user_id, id)', 'drop index posts_by_user')
}

async function addRenderedTexts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run, create } = schemaTools(db, engine)
  // Rows with 0 are rendered in the background.
  for (const table of ['posts', 'comments', 'profiles']) {
    await run(
      `alter table ${table} add column html text not null default ''`,
      `alter table ${table} add column cook integer not null default 0`,
      `create index ${table}_by_cook on ${table} (cook)`,
    )
  }
  for (const table of ['posts', 'comments']) {
    await run(
      `alter table ${table} add column version integer not null default 1`,
      `alter table ${table} add column edited_at ${time}`,
    )
  }
  await run(`alter table posts add column tags text not null default '[]'`)

  const columns = `version integer not null, user_id ${id} not null, id ${id} not null, written_at ${time} not null,
    text text not null, html text not null, cook integer not null, difference text`
  await create(
    'post_versions',
    BY_POST,
    `post_id ${id} not null, ${columns}, primary key (post_id, version)`,
    OF_POST,
    OF_USER,
  )
  await create(
    'comment_versions',
    BY_POST,
    `post_id ${id} not null, comment_id ${id} not null, ${columns}, primary key (post_id, comment_id, version)`,
    '(post_id, comment_id) references comments (post_id, id) on delete cascade',
    OF_USER,
  )
  for (const table of ['post_versions', 'comment_versions']) {
    await run(
      `create index ${table}_by_user on ${table} (user_id)`,
      `create index ${table}_by_cook on ${table} (cook)`,
    )
  }
}

/** Existing accounts get handles in the background, so that upgrading a million of them is as fast. */
async function addHandles(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, key, run, create } = schemaTools(db, engine)
  await run(
    `alter table users add column handle ${key}`,
    'create index users_without_handle on users (id) where handle is null',
  )
  await create('handles', { group: 'reference' }, `handle ${key} primary key, user_id ${id}`)
  await run('create index handles_by_user on handles (user_id)')
}

async function addPictures(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, key, bytes, run, create } = schemaTools(db, engine)
  const byHash: Distribution = { group: 'pictures', column: 'hash' }
  await create(
    'pictures',
    byHash,
    `hash ${key} primary key, size integer not null, width integer not null, height integer not null,
      touches integer not null, bytes ${bytes} not null`,
  )
  // WebP does not get smaller, but PostgreSQL would try. Citus cannot change this after distribution.
  if (engine === 'postgres' && !(await isDistributed(db as Kysely<Tables>))) {
    await run('alter table pictures alter column bytes set storage external')
  }
  await create(
    'picture_uses',
    byHash,
    `hash ${key} not null, user_id ${id} not null, used_by ${key} not null, at ${time} not null,
      primary key (hash, user_id, used_by)`,
    '(hash) references pictures (hash)',
    '(user_id) references users (id)',
  )
  await run(
    'create index picture_uses_by_user on picture_uses (user_id, used_by)',
    'create index picture_uses_by_time on picture_uses (at)',
  )
}
