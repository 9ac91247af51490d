import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'
import { columnTypes, createTable } from '../../create-table.ts'
import type { Migration } from '../../migration.ts'

/** In the order in which they run. Databases record the names. */
export const COMMUNITY: Migration[] = [
  { name: '009-jobs', up: addJobs },
  { name: '010-community', up: addSite },
  { name: '011-recovery', up: addRecovery },
  { name: '012-members', up: addModeration },
  { name: '013-hiding', up: addHiding },
  { name: '014-identities', up: addIdentities },
]

/** Work that outlives a request; see server/platform/jobs/. */
async function addJobs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time } = columnTypes(engine)
  await createTable(db, engine, {
    name: 'jobs',
    distribution: { group: 'local' },
    columns: `id ${id} primary key,
      kind text not null,
      payload text not null,
      run_at ${time} not null,
      attempts integer not null,
      lease text,
      error text,
      failed_at ${time}`,
    foreignKeys: [],
  })
  await sql`create index jobs_by_time on jobs (kind, run_at) where failed_at is null`.execute(db)
  await sql`create index failed_jobs on jobs (failed_at) where failed_at is not null`.execute(db)
}

/** What an admin has set for the community, and who has more rights than a member. */
async function addSite(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'site',
    distribution: { group: 'local' },
    columns: 'key text primary key, value text not null',
    foreignKeys: [],
  })
  await sql`alter table users add column role text not null default 'member'`.execute(db)
  await sql`create index users_with_roles on users (role) where role <> 'member'`.execute(db)
}

/** One-time codes, of which only the hash is stored, invitations, and whether an email was confirmed. */
async function addRecovery(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, flag } = columnTypes(engine)
  await createTable(db, engine, {
    name: 'codes',
    distribution: { group: 'local' },
    columns: `hash text primary key,
      kind text not null,
      user_id ${id},
      email text,
      expires_at ${time} not null`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await sql`create index codes_by_user on codes (user_id)`.execute(db)
  await sql`create index codes_by_expiry on codes (expires_at)`.execute(db)
  await createTable(db, engine, {
    name: 'invitations',
    distribution: { group: 'local' },
    columns: `id ${id} primary key,
      code text not null unique,
      created_by ${id} not null,
      uses integer not null,
      used integer not null,
      expires_at ${time} not null`,
    foreignKeys: ['(created_by) references users (id) on delete cascade'],
  })
  await sql`create index invitations_by_creator on invitations (created_by)`.execute(db)
  await sql.raw(`alter table users add column email_confirmed ${flag} not null default 0`).execute(db)
  await sql.raw(`alter table users add column invited_by ${id}`).execute(db)
}

/** Suspensions, mutes, blocks, and the log of what moderators have done. */
async function addModeration(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time } = columnTypes(engine)
  await sql.raw(`alter table users add column suspended_until ${time}`).execute(db)
  await sql`alter table users add column suspension_reason text`.execute(db)
  for (const name of ['mutes', 'blocks']) {
    await createTable(db, engine, {
      name,
      distribution: { group: 'profiles', column: 'user_id' },
      columns: `user_id ${id} not null, other_id ${id} not null, id ${id} not null,
        primary key (user_id, other_id)`,
      foreignKeys: [
        '(user_id) references users (id) on delete cascade',
        '(other_id) references users (id) on delete cascade',
      ],
    })
    await sql.raw(`create index ${name}_by_other on ${name} (other_id)`).execute(db)
  }
  // No foreign keys: it outlives the accounts that it names.
  await createTable(db, engine, {
    name: 'audit_log',
    distribution: { group: 'local' },
    columns: `id ${id} primary key,
      action text not null,
      by_id ${id},
      by_name text,
      to_id ${id},
      to_name text,
      post_id ${id},
      comment_id ${id},
      reason text,
      details text`,
    foreignKeys: [],
  })
}

/** What moderators hide. Indexes contain `hidden`, so that pages take the same time however much of a list is hidden. */
async function addHiding(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { id, time, flag } = columnTypes(engine)
  for (const table of ['posts', 'comments', 'profiles']) {
    await run(`alter table ${table} add column hidden ${flag} not null default 0`)
  }
  await run('create index posts_shown on posts (id) where hidden = 0')
  await run('drop index posts_by_author')
  await run('create index posts_by_author on posts (user_id, hidden, id)')
  await run('create index comments_shown on comments (post_id, id) where hidden = 0')
  await run('drop index comments_by_user')
  await run('create index comments_by_author on comments (user_id, hidden)')
  await run('create index comments_by_id on comments (id)')
  await run('drop index profiles_by_id')
  await run('create index profiles_shown on profiles (id) where hidden = 0')

  await moveBlocks(db, engine)

  const ofPost = '(post_id) references posts (id) on delete cascade'
  const ofUser = '(user_id) references users (id) on delete cascade'
  await createTable(db, engine, {
    name: 'suspended_likes',
    distribution: { group: 'posts', column: 'post_id' },
    columns: `post_id ${id} not null, user_id ${id} not null, id ${id} not null, primary key (post_id, user_id)`,
    foreignKeys: [ofPost, ofUser],
  })
  await run('create index suspended_likes_by_user on suspended_likes (user_id)')
  await createTable(db, engine, {
    name: 'removals',
    distribution: { group: 'posts', column: 'post_id' },
    columns: `post_id ${id} not null,
      entry_id ${id} not null,
      id ${id} not null,
      user_id ${id} not null,
      by_name text not null,
      reason text not null,
      primary key (post_id, entry_id)`,
    foreignKeys: [ofPost, ofUser],
  })
  await run('create index removals_by_id on removals (id)')
  await run('create index removals_by_author on removals (user_id, id)')
  await createTable(db, engine, {
    name: 'reports',
    distribution: { group: 'local' },
    columns: `id ${id} primary key,
      position ${id} not null,
      reporter_id ${id} not null,
      entry_id ${id} not null,
      post_id ${id},
      comment_id ${id},
      user_id ${id} not null,
      reason text not null,
      resolved_at ${time},
      resolved_by text,
      note text`,
    foreignKeys: [
      '(reporter_id) references users (id) on delete cascade',
      '(user_id) references users (id) on delete cascade',
    ],
  })
  await run('create unique index open_reports on reports (reporter_id, entry_id) where resolved_at is null')
  await run('create index reports_by_position on reports (position)')
  await run('create index reports_by_user on reports (user_id)')
}

/** Blocks are looked up by either side, so they are not distributed by person. */
async function moveBlocks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id } = columnTypes(engine)
  await sql`drop index blocks_by_other`.execute(db)
  await sql`alter table blocks rename to blocks_by_person`.execute(db)
  await createTable(db, engine, {
    name: 'blocks',
    distribution: { group: 'local' },
    columns: `user_id ${id} not null, other_id ${id} not null, id ${id} not null, primary key (user_id, other_id)`,
    foreignKeys: [
      '(user_id) references users (id) on delete cascade',
      '(other_id) references users (id) on delete cascade',
    ],
  })
  await sql`insert into blocks (user_id, other_id, id) select user_id, other_id, id from blocks_by_person`.execute(
    db,
  )
  await sql`drop table blocks_by_person`.execute(db)
  await sql`create index blocks_by_other on blocks (other_id)`.execute(db)
}

/** The accounts by their identities at a sign-in provider. */
async function addIdentities(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'identities',
    distribution: { group: 'local' },
    columns: `issuer text not null,
      subject text not null,
      user_id ${columnTypes(engine).id} not null,
      primary key (issuer, subject)`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await sql`create index identities_by_user on identities (user_id)`.execute(db)
  await sql`alter table codes add column data text`.execute(db)
}
