import { type Kysely, sql } from 'kysely'
import { newId } from '../../../ids.ts'
import type { Engine } from '../../database.ts'
import {
  BY_POST,
  BY_USER,
  LOCAL,
  type Migration,
  OF_OTHER_USER,
  OF_POST,
  OF_USER,
  schemaTools,
} from '../create-table.ts'
import { isDistributed } from '../distribution.ts'
import type { Distribution, Tables } from '../tables.ts'
import { CREDENTIAL, CREDENTIALS, PROFILE } from './0.1.ts'

export const VERSION_0_2: Migration[] = [
  { name: '003-code-host-names', up: indexCodeHostNames },
  { name: '004-keys-with-homes', up: changeKeys },
  { name: '005-posts-by-author', up: indexPostsByAuthor },
  { name: '006-writing', up: addRenderedTexts },
  { name: '007-handles', up: addHandles },
  { name: '008-pictures', up: addPictures },
  { name: '009-jobs', up: addJobs },
  { name: '010-community', up: addSite },
  { name: '011-recovery', up: addRecovery },
  { name: '012-members', up: addModeration },
  { name: '013-hiding', up: addHiding },
  { name: '014-identities', up: addIdentities },
  { name: '015-asking', up: addQuestions },
  { name: '016-following', up: addFollows },
  { name: '017-notifications', up: addNotifications },
  { name: '018-mail-preferences', up: addMailPreferences },
  { name: '020-search', up: addSearchQueues },
  { name: '022-questions', up: indexQuestions },
  { name: '023-mutes', up: moveMutes },
  { name: '031-ranked-posts', up: indexRankedPosts },
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
async function moveToCoordinator(
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

/** Each index of posts starts with its feed's filter: SQLite cannot choose the smallest partial index. */
async function addQuestions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, flag, key, run, create } = schemaTools(db, engine)
  const ofQuestions = 'where question = 1 and hidden = 0'
  await run(
    `alter table posts add column question ${flag} not null default 0`,
    'alter table posts add column accepted_count integer not null default 0',
    `alter table comments add column parent_id ${id}`,
    `alter table comments add column accepted ${flag} not null default 0`,
    `create index posts_questions on posts (question, id) ${ofQuestions}`,
    `create index posts_unanswered on posts (accepted_count, id) ${ofQuestions}`,
    `create index posts_questions_by_author on posts (user_id, question, id) ${ofQuestions}`,
    `create index posts_unanswered_by_author on posts (user_id, accepted_count, id) ${ofQuestions}`,
    'create index accepted_comments on comments (post_id, accepted, id) where accepted = 1 and hidden = 0',
  )
  await create(
    'post_tags',
    BY_POST,
    `post_id ${id} not null, tag ${key} not null, user_id ${id} not null, question ${flag} not null,
      is_open ${flag} not null, hidden ${flag} not null, primary key (post_id, tag)`,
    OF_POST,
  )
  await run(
    'create index posts_by_tag on post_tags (tag, post_id) where hidden = 0',
    `create index questions_by_tag on post_tags (tag, question, post_id) ${ofQuestions}`,
    'create index open_questions_by_tag on post_tags (tag, is_open, post_id) where is_open = 1',
    'create index posts_by_author_and_tag on post_tags (user_id, tag, post_id) where hidden = 0',
  )
  await create('tags', LOCAL, `tag ${key} primary key, count integer not null`)
  await run('create index tags_by_count on tags (count desc, tag)')

  // Existing posts get their tags in the background; see tags/backfill.ts.
  const { rows } = await sql`select 1 from posts limit 1`.execute(db)
  if (rows.length > 0) {
    await sql`insert into jobs (id, kind, payload, run_at, attempts)
      values (${newId()}, 'tag-posts', '{}', ${Date.now()}, 0)`.execute(db)
  }
}

async function addFollows(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, run, create } = schemaTools(db, engine)
  await create(
    'follows_people',
    BY_USER,
    `user_id ${id} not null, other_id ${id} not null, id ${id} not null, primary key (user_id, other_id)`,
    OF_USER,
    OF_OTHER_USER,
  )
  await run('create index follows_people_by_other on follows_people (other_id)')
  await create(
    'follows_tags',
    BY_USER,
    `user_id ${id} not null, tag text not null, id ${id} not null, primary key (user_id, tag)`,
    OF_USER,
  )
  // Stored with the post: deleted with it, and not listed while it is hidden.
  await create(
    'bookmarks',
    BY_POST,
    `post_id ${id} not null, user_id ${id} not null, id ${id} not null, primary key (post_id, user_id)`,
    OF_USER,
    OF_POST,
  )
  await run('create index bookmarks_by_user on bookmarks (user_id, id)')
}

/** No foreign keys: subjects are deleted in the same transactions, and checks would slow down every like. */
async function addNotifications(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, flag, run, create } = schemaTools(db, engine)
  await create(
    'notifications',
    BY_USER,
    `user_id ${id} not null, id ${id} not null, position ${id} not null, kind text not null, subject_id ${id} not null,
      post_id ${id}, comment_id ${id}, reason text, count integer not null, read ${flag} not null default 0,
      hidden ${flag} not null default 0, primary key (user_id, id)`,
  )
  await run(
    'create unique index notifications_unread on notifications (user_id, kind, subject_id) where read = 0',
    'create index notifications_shown on notifications (user_id, position) where hidden = 0 and count > 0',
    'create index notifications_by_post on notifications (post_id)',
  )
  await create(
    'notification_acts',
    BY_USER,
    `user_id ${id} not null, notification_id ${id} not null, id ${id} not null, kind text not null,
      subject_id ${id} not null, actor_id ${id} not null, comment_id ${id}, hidden ${flag} not null default 0,
      primary key (user_id, notification_id, id)`,
  )
  await run(
    'create index notification_acts_by_actor on notification_acts (actor_id, subject_id)',
    'create index notification_acts_by_comment on notification_acts (comment_id) where comment_id is not null',
  )
}

/** Every account has a row, so that an index finds those whose daily mail is due. */
async function addMailPreferences(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, time, run, create } = schemaTools(db, engine)
  await create(
    'mail_preferences',
    LOCAL,
    `user_id ${id} primary key, choices text not null default '{}', time_zone text not null default 'UTC', token text,
      digest_at ${time} not null default 0, digested_id ${id}`,
    OF_USER,
  )
  await run(
    'create index mail_preferences_due on mail_preferences (digest_at)',
    'create unique index mail_preferences_by_token on mail_preferences (token)',
    `insert into mail_preferences (user_id) select id from users where email <> ''`,
  )
}

async function addSearchQueues(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, key, run, create } = schemaTools(db, engine)
  const queued = `post_id ${id} not null, id ${id} not null, primary key (post_id, id)`
  await create('search_queue', BY_POST, queued, OF_POST)
  await create('search_people_queue', BY_USER, `user_id ${id} primary key`, OF_USER)
  await create('skills', LOCAL, `skill_key ${key} primary key, skill text not null, count integer not null`)
  await run('create index skills_by_count on skills (count desc, skill_key)')
  await create('search_state', LOCAL, 'name text primary key, value text not null')
}

/** PostgreSQL would scan all posts, as it expects the rows of an index of several columns to be spread. */
async function indexQuestions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  const isQuestion = 'question = 1 and hidden = 0'
  await schemaTools(db, engine).run(
    'drop index posts_questions',
    `create index posts_questions on posts (id) where ${isQuestion}`,
    'drop index posts_unanswered',
    `create index posts_unanswered on posts (id) where ${isQuestion} and accepted_count = 0`,
  )
}

/** Every like and comment looks up who has muted its author. */
async function moveMutes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await moveToCoordinator('mutes', db, engine)
}

/** On SQLite, ranking thousands of posts by likes reads only this index and not the texts. */
async function indexRankedPosts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') return
  await schemaTools(db, engine).run(
    'drop index posts_shown',
    'create index posts_shown on posts (id, like_count) where hidden = 0',
  )
}
