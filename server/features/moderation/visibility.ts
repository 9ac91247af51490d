import { sql } from 'kysely'
import { BATCH, inBatches } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { syncEvents, syncNotificationsOn } from '../notifications/visibility.ts'
import { addToCounts, countAccepted } from '../posts/counts.ts'
import { queuePerson } from '../search-queue.ts'
import { syncTags, type TaggedPost } from '../tags/post-tags.ts'
import { suspensionChanged, topicOf } from '../topics.ts'
import { isHiddenBecause, isNotHiddenBecause, SUSPENDED } from '../visibility.ts'
import { commentVisibilityChanged, postVisibilityChanged } from './changes.ts'

// Each batch locks the account first, so interrupted or overlapping runs end with the same result.

type Batch = { done: boolean }
const NOT_DONE: Batch = { done: false }

export async function syncVisibility(db: Database, userId: string): Promise<void> {
  for (const sync of [syncPosts, syncComments, syncLikes, syncFollows]) {
    await inBatches(() =>
      db.transaction(async (trx) => {
        // An update to the same value locks the row.
        const user = await trx
          .updateTable('users')
          .set({ suspended_until: sql`suspended_until` })
          .where('id', '=', userId)
          .returning('suspended_until')
          .executeTakeFirst()
        return user ? sync(trx, userId, user.suspended_until !== null) : { done: true }
      }),
    )
  }
}

async function syncFollows(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const follows = sql`actor_id = ${userId} and kind = 'follow'`
  const changed = await syncEvents(trx, follows, hide ? SUSPENDED : 0, BATCH)
  if (changed === BATCH) return NOT_DONE
  // A request admitted before the suspension may have created the profile.
  const profile = await trx
    .selectFrom('profiles')
    .select('hidden')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (profile && profile.hidden !== (hide ? SUSPENDED : 0)) await syncProfile(trx, userId, hide)
  return { done: true }
}

export async function syncProfile(trx: Queryable, userId: string, hide: boolean): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ hidden: hide ? SUSPENDED : 0 })
    .where('user_id', '=', userId)
    .execute()
  await queuePerson(trx, userId)
  suspensionChanged(trx, userId)
}

const isToChange = (hide: boolean) => (hide ? isNotHiddenBecause : isHiddenBecause)(SUSPENDED)
const changed = (hide: boolean) => sql<number>`${sql.raw(`hidden ${hide ? '+' : '-'} ${SUSPENDED}`)}`

type State = { id: string; hidden: number }

const idsOf = (rows: State[]) => rows.map(({ id }) => id)

function byVisibility(rows: State[]): { visible: string[]; hidden: string[] } {
  const { visible = [], hidden = [] } = Object.groupBy(rows, (row) => (row.hidden ? 'hidden' : 'visible'))
  return { visible: idsOf(visible), hidden: idsOf(hidden) }
}

const wasOrIsVisible = <Row extends State>(rows: Row[], hide: boolean): Row[] =>
  rows.filter(({ hidden }) => hidden === (hide ? SUSPENDED : 0))

/** By id, because an author may have 100,000 texts. Removed texts stay hidden. */
async function nextTexts(trx: Queryable, table: 'posts' | 'comments', userId: string, hide: boolean) {
  const { rows } = await sql<State>`select id, hidden from ${sql.table(table)}
    where user_id = ${userId} and ${isToChange(hide)} limit ${sql.lit(BATCH)}`.execute(trx)
  return { ids: idsOf(rows), notified: idsOf(rows.filter(({ hidden }) => hide || hidden === SUSPENDED)) }
}

// A text may have thousands of notifications, so they change first, in separate transactions.

async function syncPosts(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const { ids, notified } = await nextTexts(trx, 'posts', userId, hide)
  if ((await syncNotificationsOn(trx, notified, hide, BATCH)) > 0) return NOT_DONE
  const { rows } = await sql<TaggedPost & State>`
    update posts set hidden = ${changed(hide)} where ${isToChange(hide)} and ${isOneOf(trx, 'id', ids)}
    returning id, user_id, tags, question, hidden`.execute(trx)
  await syncTags(trx, rows)
  const { visible, hidden } = byVisibility(rows)
  await syncNotificationsOn(trx, visible, false)
  await syncNotificationsOn(trx, hidden, true)
  postVisibilityChanged(trx, rows, { hide, noticed: wasOrIsVisible(rows, hide) })
  return { done: ids.length < BATCH }
}

async function syncComments(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const { ids, notified } = await nextTexts(trx, 'comments', userId, hide)
  const batch = await syncEvents(trx, isOneOf(trx, 'comment_id', notified), hide ? SUSPENDED : 0, BATCH)
  if (batch > 0) return NOT_DONE
  const { rows } = await sql<State & { post_id: string; accepted: number }>`
    update comments set hidden = ${changed(hide)} where ${isToChange(hide)} and ${isOneOf(trx, 'id', ids)}
    returning post_id, id, hidden, accepted`.execute(trx)
  const counted = wasOrIsVisible(rows, hide)
  const sign = hide ? -1 : 1
  await addToCounts(trx, 'comment_count', counted, sign)
  const accepted = counted.filter((comment) => comment.accepted === 1)
  const { visible, hidden } = byVisibility(rows)
  await syncEvents(trx, isOneOf(trx, 'comment_id', visible), 0)
  await syncEvents(trx, isOneOf(trx, 'comment_id', hidden), SUSPENDED)
  await countAccepted(trx, accepted, sign)
  commentVisibilityChanged(trx, rows, { hide, noticed: counted })
  return { done: ids.length < BATCH }
}

/** Likes of suspended members are in another table, so that reading likes needs no condition. */
async function syncLikes(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const [from, to] = hide ? (['likes', 'suspended_likes'] as const) : (['suspended_likes', 'likes'] as const)
  const batch = await trx
    .selectFrom(from)
    .select('post_id')
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute()
  const posts = batch.map(({ post_id }) => post_id)
  const moved = await trx
    .insertInto(to)
    .columns(['post_id', 'user_id', 'id'])
    .expression(
      trx
        .selectFrom(from)
        .select(['post_id', 'user_id', 'id'])
        .where('user_id', '=', userId)
        .where(isOneOf(trx, 'post_id', posts)),
    )
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('post_id')
    .execute()
  await trx
    .deleteFrom(from)
    .where('user_id', '=', userId)
    .where(isOneOf(trx, 'post_id', posts))
    .execute()
  await addToCounts(trx, 'like_count', hide ? batch : moved, hide ? -1 : 1)
  const likes = sql`actor_id = ${userId} and kind = 'like' and ${isOneOf(trx, 'subject_id', posts)}`
  await syncEvents(trx, likes, hide ? SUSPENDED : 0)
  recordChanges(trx, ...posts.map(topicOf.post))
  return { done: posts.length < BATCH }
}
