import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '017-notifications'

/**
 * What members are told of. There are no foreign keys: what is told of is written, locked and deleted in the same
 * transactions, and checking them would slow down every like.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  const flags = postgres ? 'smallint' : 'integer'
  await createTable(db, engine, {
    name: 'notifications',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} not null,
      id ${id} not null,
      position ${id} not null,
      kind text not null,
      subject_id ${id} not null,
      post_id ${id},
      comment_id ${id},
      reason text,
      count integer not null,
      read ${flags} not null default 0,
      hidden ${flags} not null default 0,
      primary key (user_id, id)`,
    foreignKeys: [],
  })
  await run(
    'create unique index notifications_unread on notifications (user_id, kind, subject_id) where read = 0',
  )
  await run(
    'create index notifications_shown on notifications (user_id, position) where hidden = 0 and count > 0',
  )
  await run('create index notifications_by_post on notifications (post_id)')
  await createTable(db, engine, {
    name: 'notification_acts',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} not null,
      notification_id ${id} not null,
      id ${id} not null,
      kind text not null,
      subject_id ${id} not null,
      actor_id ${id} not null,
      comment_id ${id},
      hidden ${flags} not null default 0,
      primary key (user_id, notification_id, id)`,
    foreignKeys: [],
  })
  await run('create index notification_acts_by_actor on notification_acts (actor_id, subject_id)')
  await run(
    'create index notification_acts_by_comment on notification_acts (comment_id) where comment_id is not null',
  )
}
