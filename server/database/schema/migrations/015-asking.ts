import { type Kysely, sql } from 'kysely'
import { newId } from '../../../ids.ts'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '015-asking'

/**
 * Questions, accepted answers, threads of comments, and posts by their tags. Each index of posts starts with what its
 * feed asks for, because SQLite does not know which of several partial indexes is the smallest.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  const flag = postgres ? 'smallint' : 'integer'
  // Tags are compared byte by byte on both engines, whatever the server's locale.
  const tag = postgres ? 'text collate "C"' : 'text'

  await run(`alter table posts add column question ${flag} not null default 0`)
  await run('alter table posts add column accepted_count integer not null default 0')
  await run(`alter table comments add column parent_id ${id}`)
  await run(`alter table comments add column accepted ${flag} not null default 0`)
  const ofQuestions = 'where question = 1 and hidden = 0'
  await run(`create index posts_questions on posts (question, id) ${ofQuestions}`)
  await run(`create index posts_unanswered on posts (accepted_count, id) ${ofQuestions}`)
  await run(`create index posts_questions_by_author on posts (user_id, question, id) ${ofQuestions}`)
  await run(`create index posts_unanswered_by_author on posts (user_id, accepted_count, id) ${ofQuestions}`)
  await run(
    'create index accepted_comments on comments (post_id, accepted, id) where accepted = 1 and hidden = 0',
  )

  await createTable(db, engine, {
    name: 'post_tags',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null,
      tag ${tag} not null,
      user_id ${id} not null,
      question ${flag} not null,
      is_open ${flag} not null,
      hidden ${flag} not null,
      primary key (post_id, tag)`,
    foreignKeys: ['(post_id) references posts (id) on delete cascade'],
  })
  await run('create index posts_by_tag on post_tags (tag, post_id) where hidden = 0')
  await run(`create index questions_by_tag on post_tags (tag, question, post_id) ${ofQuestions}`)
  await run('create index open_questions_by_tag on post_tags (tag, is_open, post_id) where is_open = 1')
  await run('create index posts_by_author_and_tag on post_tags (user_id, tag, post_id) where hidden = 0')

  await createTable(db, engine, {
    name: 'tags',
    home: { at: 'the coordinator' },
    columns: `tag ${tag} primary key, count integer not null`,
    foreignKeys: [],
  })
  await run('create index tags_by_count on tags (count desc, tag)')

  // The tags of the posts that exist are inserted in the background; see tags/backfill.ts.
  const { rows } = await sql`select 1 from posts limit 1`.execute(db)
  if (rows.length > 0) {
    await sql`insert into jobs (id, kind, payload, run_at, attempts)
      values (${newId()}, 'tag-posts', '{}', ${Date.now()}, 0)`.execute(db)
  }
}
