import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { columnTypes } from '../create-table.ts'
import type { Migration } from '../migration.ts'

/** In the order in which they run. Databases record the names. */
export const VERSION_0_1: Migration[] = [
  { name: '001-first-tables', up: createFirstTables },
  { name: '002-lean-changes', up: rebuildChanges },
]

async function createFirstTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const types = columnTypes(engine)
  const [id, time, key] = [sql.raw(types.id), sql.raw(types.time), sql.raw(types.key)]
  const [date, flag] = [sql.raw(types.date), sql.raw(types.flag)]
  const owner = sql`${id} not null references users (id) on delete cascade`
  // A table that is only ever reached by its key needs no second tree on SQLite.
  const keyed = sql.raw(postgres ? '' : 'without rowid')
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table users (
    id ${id} primary key,
    name text not null,
    email text not null,
    email_key ${key} not null unique,
    avatar_hash text not null,
    password_hash text not null
  )`)
  await run(sql`create table sessions (
    id ${id} primary key,
    user_id ${owner},
    token_hash ${key} not null unique,
    device text not null,
    created_at ${time} not null,
    last_used_at ${time} not null,
    expires_at ${time} not null
  )`)
  await run(sql`create index sessions_by_user on sessions (user_id)`)
  await run(sql`create index sessions_by_expiry on sessions (expires_at)`)

  await run(sql`create table profiles (
    user_id ${id} primary key references users (id) on delete cascade,
    id ${id} not null unique,
    status text not null,
    company text,
    website text,
    location text,
    skills text not null,
    githubusername text,
    bio text,
    twitter text,
    facebook text,
    youtube text,
    linkedin text,
    instagram text
  )`)
  const credential = sql`
    id ${id} primary key,
    user_id ${id} not null references profiles (user_id) on delete cascade,
    from_date ${date},
    to_date ${date},
    current ${flag} not null,
    description text`
  await run(sql`create table experience (${credential},
    title text not null,
    company text not null,
    location text
  )`)
  await run(sql`create table education (${credential},
    school text not null,
    degree text not null,
    fieldofstudy text
  )`)
  await run(sql`create index experience_by_user on experience (user_id)`)
  await run(sql`create index education_by_user on education (user_id)`)

  await run(sql`create table posts (
    id ${id} primary key,
    user_id ${owner},
    text text not null,
    like_count integer not null default 0,
    comment_count integer not null default 0
  )`)
  await run(sql`create index posts_by_user on posts (user_id)`)

  const post = sql`${id} not null references posts (id) on delete cascade`
  await run(sql`create table likes (
    post_id ${post},
    user_id ${owner},
    id ${id} not null,
    primary key (post_id, user_id)
  ) ${keyed}`)
  await run(sql`create index likes_by_post on likes (post_id, id, user_id)`)
  await run(sql`create index likes_by_user on likes (user_id)`)

  await run(sql`create table comments (
    id ${id} primary key,
    post_id ${post},
    user_id ${owner},
    text text not null
  )`)
  await run(sql`create index comments_by_post on comments (post_id, id)`)
  await run(sql`create index comments_by_user on comments (user_id)`)

  // How a reader finds what it has not seen: SQLite commits one writer at a time, so a row number
  // is enough; on PostgreSQL the transaction's own number is compared with the reader's snapshot.
  const position = postgres
    ? sql`xid xid8 not null default pg_current_xact_id()`
    : sql`position integer primary key autoincrement`
  await run(sql`create table changes (${position}, topic text not null, at ${time} not null)`)
  await run(sql`create index changes_by_time on changes (at)`)
  if (postgres) await run(sql`create index changes_by_transaction on changes (xid)`)

  await run(sql`create table attempts (
    key ${key} primary key,
    count integer not null,
    resets_at ${time} not null
  ) ${keyed}`)
}

/** Every write notes a change, so the notes are kept in as few trees as they can be. */
async function rebuildChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`drop index changes_by_time`)
  if (engine === 'postgres') return
  // The last note is never deleted (see changes.ts), so numbers grow without a table that remembers them.
  await run(sql`create table lean_changes (
    position integer primary key,
    topic text not null,
    at integer not null
  )`)
  await run(sql`insert into lean_changes
    select coalesce(max(seq), 0) + 1, 'all', 0 from sqlite_sequence where name = 'changes'`)
  await run(sql`drop table changes`)
  await run(sql`alter table lean_changes rename to changes`)
}
