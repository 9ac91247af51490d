import { type Kysely, sql } from 'kysely'
import { newId } from '../../../../ids.ts'
import type { Engine } from '../../../database.ts'
import { BY_POST, BY_USER, LOCAL, OF_OTHER_USER, OF_POST, OF_USER, schemaTools } from '../../create-table.ts'
import type { Migration } from '../../migration.ts'
import { moveToCoordinator } from './community.ts'

export const FEEDS: Migration[] = [
  { name: '015-asking', up: addQuestions },
  { name: '016-following', up: addFollows },
  { name: '017-notifications', up: addNotifications },
  { name: '018-mail-preferences', up: addMailPreferences },
  { name: '020-search', up: addSearchQueues },
  { name: '022-questions', up: indexQuestions },
  { name: '023-mutes', up: moveMutes },
  { name: '031-ranked-posts', up: indexRankedPosts },
]

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
