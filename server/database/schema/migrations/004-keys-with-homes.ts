import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'

export const name = '004-keys-with-homes'

/** Every key begins with the column that decides on which node a row lives; see tables.ts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (engine === 'postgres' ? changeKeys(db) : rebuildTables(db))
  await sql`create index profiles_by_id on profiles (id)`.execute(db)
}

/** The indexes on the same columns were only there because the keys were others. */
async function changeKeys(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const [table, owner] of [
    ['comments', 'post'],
    ['experience', 'user'],
    ['education', 'user'],
  ]) {
    await run(`alter table ${table} drop constraint ${table}_pkey`)
    await run(`alter table ${table} add primary key (${owner}_id, id)`)
    await run(`drop index ${table}_by_${owner}`)
  }
  await run('alter table profiles drop constraint profiles_id_key')
}

/**
 * SQLite cannot change a key. Credentials are dropped before the profiles that they refer to: dropping a table
 * deletes its rows, and the deletion would cascade.
 */
async function rebuildTables(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table new_profiles (
    user_id text primary key references users (id) on delete cascade,
    id text not null,
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
  const credential = `
    id text not null,
    user_id text not null references new_profiles (user_id) on delete cascade,
    from_date text,
    to_date text,
    current integer not null,
    description text`
  await run(`create table new_experience (${credential},
    title text not null,
    company text not null,
    location text,
    primary key (user_id, id)
  )`)
  await run(`create table new_education (${credential},
    school text not null,
    degree text not null,
    fieldofstudy text,
    primary key (user_id, id)
  )`)
  await run(`create table new_comments (
    id text not null,
    post_id text not null references posts (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    text text not null,
    primary key (post_id, id)
  )`)
  const tables = ['profiles', 'experience', 'education', 'comments']
  for (const table of tables) await run(`insert into new_${table} select * from ${table}`)
  for (const table of tables.toReversed()) await run(`drop table ${table}`)
  for (const table of tables) await run(`alter table new_${table} rename to ${table}`)
  await run('create index comments_by_user on comments (user_id)')
  await run('create index profiles_by_code_host_name on profiles (lower(githubusername), user_id)')
}
