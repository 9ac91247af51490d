import type { Kysely } from 'kysely'
import type { Engine } from '../../database.ts'
import { type Migration, schemaTools } from '../create-table.ts'

export const VERSION_0_1: Migration[] = [
  { name: '001-first-tables', up: createFirstTables },
  { name: '002-lean-changes', up: rebuildChanges },
]

// Without the keys, which a later migration changes.
export const PROFILE = `status text not null, company text, website text, location text, skills text not null,
  githubusername text, bio text, twitter text, facebook text, youtube text, linkedin text, instagram text`
export const CREDENTIAL = (date: string, flag: string) =>
  `from_date ${date}, to_date ${date}, current ${flag} not null, description text`
export const CREDENTIALS = {
  experience: 'title text not null, company text not null, location text',
  education: 'school text not null, degree text not null, fieldofstudy text',
}

async function createFirstTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, key, date, flag, run } = schemaTools(db, engine)
  const owner = `${id} not null references users (id) on delete cascade`
  const post = `${id} not null references posts (id) on delete cascade`
  // A table that is only ever reached by its key needs no second tree on SQLite.
  const keyed = engine === 'postgres' ? '' : 'without rowid'

  await run(
    `create table users (id ${id} primary key, name text not null, email text not null,
      email_key ${key} not null unique, avatar_hash text not null, password_hash text not null)`,
    `create table sessions (id ${id} primary key, user_id ${owner}, token_hash ${key} not null unique,
      device text not null, created_at ${time} not null, last_used_at ${time} not null, expires_at ${time} not null)`,
    'create index sessions_by_user on sessions (user_id)',
    'create index sessions_by_expiry on sessions (expires_at)',
    `create table profiles (user_id ${id} primary key references users (id) on delete cascade,
      id ${id} not null unique, ${PROFILE})`,
  )
  const credential = `id ${id} primary key, user_id ${id} not null references profiles (user_id) on delete cascade,
    ${CREDENTIAL(date, flag)}`
  for (const [table, columns] of Object.entries(CREDENTIALS)) {
    await run(`create table ${table} (${credential}, ${columns})`)
  }
  await run(
    'create index experience_by_user on experience (user_id)',
    'create index education_by_user on education (user_id)',
    `create table posts (id ${id} primary key, user_id ${owner}, text text not null,
      like_count integer not null default 0, comment_count integer not null default 0)`,
    'create index posts_by_user on posts (user_id)',
    `create table likes (post_id ${post}, user_id ${owner}, id ${id} not null, primary key (post_id, user_id)) ${keyed}`,
    'create index likes_by_post on likes (post_id, id, user_id)',
    'create index likes_by_user on likes (user_id)',
    `create table comments (id ${id} primary key, post_id ${post}, user_id ${owner}, text text not null)`,
    'create index comments_by_post on comments (post_id, id)',
    'create index comments_by_user on comments (user_id)',
  )
  // SQLite commits one writer at a time, so row numbers are enough; PostgreSQL needs transaction numbers.
  const position =
    engine === 'postgres'
      ? 'xid xid8 not null default pg_current_xact_id()'
      : 'position integer primary key autoincrement'
  await run(
    `create table changes (${position}, topic text not null, at ${time} not null)`,
    'create index changes_by_time on changes (at)',
    ...(engine === 'postgres' ? ['create index changes_by_transaction on changes (xid)'] : []),
    `create table attempts (key ${key} primary key, count integer not null, resets_at ${time} not null) ${keyed}`,
  )
}

/** Every write records a change, so there are as few indexes as possible. */
async function rebuildChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { run } = schemaTools(db, engine)
  await run('drop index changes_by_time')
  if (engine === 'postgres') return
  // The last change is never deleted (see changes.ts), so numbers grow without a table that remembers them.
  await run(
    'create table lean_changes (position integer primary key, topic text not null, at integer not null)',
    `insert into lean_changes select coalesce(max(seq), 0) + 1, 'all', 0 from sqlite_sequence where name = 'changes'`,
    'drop table changes',
    'alter table lean_changes rename to changes',
  )
}
