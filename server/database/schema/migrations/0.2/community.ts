import type { Kysely } from 'kysely'
import type { Engine } from '../../../database.ts'
import { BY_POST, BY_USER, LOCAL, OF_OTHER_USER, OF_POST, OF_USER, schemaTools } from '../../create-table.ts'
import type { Migration } from '../../migration.ts'

export const COMMUNITY: Migration[] = [
  { name: '009-jobs', up: addJobs },
  { name: '010-community', up: addSite },
  { name: '011-recovery', up: addRecovery },
  { name: '012-members', up: addModeration },
  { name: '013-hiding', up: addHiding },
  { name: '014-identities', up: addIdentities },
]

async function addJobs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run, create } = schemaTools(db, engine)
  await create(
    'jobs',
    LOCAL,
    `id ${id} primary key, kind text not null, payload text not null, run_at ${time} not null,
      attempts integer not null, lease text, error text, failed_at ${time}`,
  )
  await run(
    'create index jobs_by_time on jobs (kind, run_at) where failed_at is null',
    'create index failed_jobs on jobs (failed_at) where failed_at is not null',
  )
}

async function addSite(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { run, create } = schemaTools(db, engine)
  await create('site', LOCAL, 'key text primary key, value text not null')
  await run(
    `alter table users add column role text not null default 'member'`,
    `create index users_with_roles on users (role) where role <> 'member'`,
  )
}

async function addRecovery(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, flag, run, create } = schemaTools(db, engine)
  await create(
    'codes',
    LOCAL,
    `hash text primary key, kind text not null, user_id ${id}, email text, expires_at ${time} not null`,
    OF_USER,
  )
  await run(
    'create index codes_by_user on codes (user_id)',
    'create index codes_by_expiry on codes (expires_at)',
  )
  await create(
    'invitations',
    LOCAL,
    `id ${id} primary key, code text not null unique, created_by ${id} not null, uses integer not null,
      used integer not null, expires_at ${time} not null`,
    '(created_by) references users (id) on delete cascade',
  )
  await run(
    'create index invitations_by_creator on invitations (created_by)',
    `alter table users add column email_confirmed ${flag} not null default 0`,
    `alter table users add column invited_by ${id}`,
  )
}

async function addModeration(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run, create } = schemaTools(db, engine)
  await run(
    `alter table users add column suspended_until ${time}`,
    'alter table users add column suspension_reason text',
  )
  for (const name of ['mutes', 'blocks']) {
    const columns = `user_id ${id} not null, other_id ${id} not null, id ${id} not null, primary key (user_id, other_id)`
    await create(name, BY_USER, columns, OF_USER, OF_OTHER_USER)
    await run(`create index ${name}_by_other on ${name} (other_id)`)
  }
  // No foreign keys: the log outlives the accounts that it names.
  await create(
    'audit_log',
    LOCAL,
    `id ${id} primary key, action text not null, by_id ${id}, by_name text, to_id ${id}, to_name text, post_id ${id},
      comment_id ${id}, reason text, details text`,
  )
}

/** Indexes contain `hidden`, so that pages take the same time however much of a list is hidden. */
async function addHiding(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, flag, run, create } = schemaTools(db, engine)
  for (const table of ['posts', 'comments', 'profiles']) {
    await run(`alter table ${table} add column hidden ${flag} not null default 0`)
  }
  await run(
    'create index posts_shown on posts (id) where hidden = 0',
    'drop index posts_by_author',
    'create index posts_by_author on posts (user_id, hidden, id)',
    'create index comments_shown on comments (post_id, id) where hidden = 0',
    'drop index comments_by_user',
    'create index comments_by_author on comments (user_id, hidden)',
    'create index comments_by_id on comments (id)',
    'drop index profiles_by_id',
    'create index profiles_shown on profiles (id) where hidden = 0',
  )
  await moveToCoordinator('blocks', db, engine)

  await create(
    'suspended_likes',
    BY_POST,
    `post_id ${id} not null, user_id ${id} not null, id ${id} not null, primary key (post_id, user_id)`,
    OF_POST,
    OF_USER,
  )
  await run('create index suspended_likes_by_user on suspended_likes (user_id)')
  await create(
    'removals',
    BY_POST,
    `post_id ${id} not null, entry_id ${id} not null, id ${id} not null, user_id ${id} not null,
      by_name text not null, reason text not null, primary key (post_id, entry_id)`,
    OF_POST,
    OF_USER,
  )
  await run(
    'create index removals_by_id on removals (id)',
    'create index removals_by_author on removals (user_id, id)',
  )
  await create(
    'reports',
    LOCAL,
    `id ${id} primary key, position ${id} not null, reporter_id ${id} not null, entry_id ${id} not null, post_id ${id},
      comment_id ${id}, user_id ${id} not null, reason text not null, resolved_at ${time}, resolved_by text, note text`,
    '(reporter_id) references users (id) on delete cascade',
    OF_USER,
  )
  await run(
    'create unique index open_reports on reports (reporter_id, entry_id) where resolved_at is null',
    'create index reports_by_position on reports (position)',
    'create index reports_by_user on reports (user_id)',
  )
}

/** Rows are looked up by either side, so distributing by one of them does not help. */
export async function moveToCoordinator(
  table: 'blocks' | 'mutes',
  db: Kysely<unknown>,
  engine: Engine,
): Promise<void> {
  const { id, run, create } = schemaTools(db, engine)
  await run(`drop index ${table}_by_other`, `alter table ${table} rename to ${table}_by_person`)
  const columns = `user_id ${id} not null, other_id ${id} not null, id ${id} not null, primary key (user_id, other_id)`
  await create(table, LOCAL, columns, OF_USER, OF_OTHER_USER)
  await run(
    `insert into ${table} (user_id, other_id, id) select user_id, other_id, id from ${table}_by_person`,
    `drop table ${table}_by_person`,
    `create index ${table}_by_other on ${table} (other_id)`,
  )
}

async function addIdentities(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, run, create } = schemaTools(db, engine)
  const columns = `issuer text not null, subject text not null, user_id ${id} not null, primary key (issuer, subject)`
  await create('identities', LOCAL, columns, OF_USER)
  await run(
    'create index identities_by_user on identities (user_id)',
    'alter table codes add column data text',
  )
}
