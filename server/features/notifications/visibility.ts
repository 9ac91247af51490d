import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf, isOneOfRows, isPostgres } from '../../database/expressions.ts'
import { insertJob } from '../../platform/jobs/queries.ts'
import { notificationsChanged } from '../topics.ts'
import { DELETED } from '../visibility.ts'
import { addToCounts, isEvent } from './retract.ts'

/** Except notices of removals. Returns how many rows have changed. */
export async function syncNotificationsOn(
  trx: Queryable,
  postIds: string[],
  hide: boolean,
  limit?: number,
): Promise<number> {
  if (postIds.length === 0) return 0
  return setHidden(trx, sql`${isOneOf(trx, 'post_id', postIds)} and kind <> 'moderation'`, hide, limit)
}

const SYNC_NOTIFICATIONS = 'sync-notifications'

type SyncJob = { post: string }
type Post = { id: string; hidden: number }

/** In the transaction that hides or shows the post; `finishNotificationsOn` changes the rest. */
export async function startNotificationsOn(trx: Queryable, post: Post): Promise<void> {
  const { done } = await syncBatch(trx, post)
  if (!done) await insertJob(trx, SYNC_NOTIFICATIONS, { post: post.id } satisfies SyncJob)
}

export async function finishNotificationsOn(db: Database, postId: string): Promise<void> {
  await inBatches(() =>
    db.transaction(async (trx) => {
      const post = await trx
        .selectFrom('posts')
        .select(['id', 'hidden'])
        .where('id', '=', postId)
        .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
        .executeTakeFirst()
      return post ? syncBatch(trx, post) : { done: true }
    }),
  )
}

export function finishNotificationsInBackground({ db, jobs }: Context): void {
  jobs.define<SyncJob>(SYNC_NOTIFICATIONS, {
    atOnce: 1,
    run: ({ post }) => finishNotificationsOn(db, post),
  })
}

/** A notice of a removal is hidden only if the author deletes the post. */
async function syncBatch(trx: Queryable, { id, hidden }: Post): Promise<{ done: boolean }> {
  const ofPost = await syncNotificationsOn(trx, [id], hidden !== 0, BATCH)
  const areNotices = sql`post_id = ${id} and kind = 'moderation'`
  const notices = await setHidden(trx, areNotices, (hidden & DELETED) !== 0, BATCH)
  return { done: ofPost < BATCH && notices < BATCH }
}

async function setHidden(
  trx: Queryable,
  notifications: RawBuilder<unknown>,
  hide: boolean,
  limit?: number,
): Promise<number> {
  const isToChange = sql`${notifications} and hidden = ${sql.lit(hide ? 0 : 1)}`
  const which = await limited(trx, 'notifications', ['user_id', 'id'], isToChange, limit)
  const { rows } = await sql<{ user_id: string }>`
    update notifications set hidden = ${sql.lit(hide ? 1 : 0)} where ${which} returning user_id`.execute(trx)
  notificationsChanged(trx, rows)
  return rows.length
}

async function limited(
  trx: Queryable,
  table: 'notifications' | 'notification_events',
  key: string[],
  which: RawBuilder<unknown>,
  limit: number | undefined,
): Promise<RawBuilder<unknown>> {
  if (limit === undefined) return which
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { rows } = await sql<Record<string, string>>`
    select ${columns} from ${sql.table(table)} where ${which} limit ${sql.lit(limit)}`.execute(trx)
  return sql`${isOneOfRows(trx, key, rows)} and ${which}`
}

/** An edit has removed the mention; only another edit restores it. */
const EDITED_AWAY = -1

export function syncEvents(
  trx: Queryable,
  which: RawBuilder<unknown>,
  hidden: number,
  limit?: number,
): Promise<number> {
  const isToChange = hidden === 0 ? sql`hidden > 0` : sql`hidden = 0`
  return changeEvents(trx, sql`${which} and ${isToChange}`, hidden, limit)
}

export type ChangedMentions = { by: string; subject: string; removed: string[]; restored: string[] }

export async function syncMentions(trx: Queryable, changed: ChangedMentions): Promise<void> {
  const { by, subject, removed, restored } = changed
  const of = (people: string[]) =>
    sql`${isOneOf(trx, 'user_id', people)} and ${isEvent('mention', by, subject)}`
  if (removed.length > 0) await changeEvents(trx, sql`${of(removed)} and hidden = 0`, EDITED_AWAY)
  if (restored.length > 0)
    await changeEvents(trx, sql`${of(restored)} and hidden = ${sql.lit(EDITED_AWAY)}`, 0)
}

async function changeEvents(
  trx: Queryable,
  isToChange: RawBuilder<unknown>,
  hidden: number,
  limit?: number,
): Promise<number> {
  const key = ['user_id', 'notification_id', 'id']
  const which = await limited(trx, 'notification_events', key, isToChange, limit)
  const { rows } = await sql<{ user_id: string; notification_id: string }>`
    update notification_events set hidden = ${sql.lit(hidden)} where ${which}
    returning user_id, notification_id`.execute(trx)
  await addToCounts(trx, rows, hidden === 0 ? 1 : -1)
  notificationsChanged(trx, rows)
  return rows.length
}
