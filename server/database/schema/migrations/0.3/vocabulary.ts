import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'

export const name = '035-vocabulary'

const RENDERED = ['posts', 'comments', 'profiles', 'post_versions', 'comment_versions']

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const table of RENDERED) await run(`alter table ${table} rename column cook to render_version`)
  for (const table of ['removals', 'reports']) {
    await run(`alter table ${table} rename column entry_id to target_id`)
  }
  await run('alter table notification_acts rename to notification_events')
  await run(`update jobs set kind = 're-render' where kind = 'cook'`)
  await run(`update jobs set kind = 'sync-visibility' where kind = 'settle'`)

  const indexes: Record<string, string> = {
    posts_shown: 'posts_visible',
    comments_shown: 'comments_visible',
    profiles_shown: 'profiles_visible',
    notifications_shown: 'notifications_visible',
    notification_acts_by_actor: 'notification_events_by_actor',
    notification_acts_by_comment: 'notification_events_by_comment',
    ...Object.fromEntries(RENDERED.map((table) => [`${table}_by_cook`, `${table}_by_render_version`])),
  }
  for (const [from, to] of Object.entries(indexes)) await renameIndex(db, engine, from, to)
  if (engine === 'postgres') {
    await run('alter index notification_acts_pkey rename to notification_events_pkey')
  }
}

async function renameIndex(db: Kysely<unknown>, engine: Engine, from: string, to: string): Promise<void> {
  if (engine === 'postgres') {
    await sql.raw(`alter index ${from} rename to ${to}`).execute(db)
    return
  }
  // SQLite cannot rename an index.
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'index' and name = ${from}`.execute(db)
  const [index] = rows
  if (!index) throw new Error(`There is no index ${from}`)
  await sql.raw(`drop index ${from}`).execute(db)
  await sql.raw(index.sql.replace(from, to)).execute(db)
}
