import { sql } from 'kysely'
import { BATCH, inBatches } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import { suspensionChanged, topicOf } from '../../database/changes/topics.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { SUSPENDED } from '../../database/hidden.ts'
import { queuePerson } from '../../platform/jobs/search-queue.ts'
import { changedEvents, goneEvents } from '../events/topics.ts'
import { settleActs, settleEntriesOn } from '../notifications/hiding.ts'
import { countAccepted } from '../posts/answers/accepted-count.ts'
import { addToCounts } from '../posts/counts.ts'
import { feedTopics, settleTags, type TaggedPost } from '../tags/post-tags.ts'

// Everything a suspended member wrote is hidden, and shown again when the suspension ends. Both run in batches that
// read and lock the state of the account first. So whatever is interrupted, repeated or overlaps, the entries end
// up as the account is.

type Batch = { done: boolean; topics: string[] }

/** Hides or shows a batch of what a member did. */
type Settle = (trx: Queryable, userId: string, hide: boolean) => Promise<Batch>

/** Hides or shows what a member wrote, according to whether they are suspended. */
export async function settleEntries(db: Database, userId: string): Promise<void> {
  for (const settle of [settlePosts, settleComments, settleLikes, settleFollows]) {
    await inBatches(() => db.transaction((trx) => settleBatch(trx, userId, settle)))
  }
}

async function settleBatch(trx: Queryable, userId: string, settle: Settle): Promise<{ done: boolean }> {
  // Setting the same value locks it until the commit.
  const user = await trx
    .updateTable('users')
    .set({ suspended_until: sql`suspended_until` })
    .where('id', '=', userId)
    .returning('suspended_until')
    .executeTakeFirst()
  if (!user) return { done: true }
  const { done, topics } = await settle(trx, userId, user.suspended_until !== null)
  await recordChanges(trx, ...new Set(topics))
  return { done }
}

/** The last batch includes the profile. */
async function settleFollows(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const follows = sql`actor_id = ${userId} and kind = 'follow'`
  const changed = await settleActs(trx, follows, hide ? SUSPENDED : 0, BATCH)
  const done = changed < BATCH
  if (done && !(await isProfileSettled(trx, userId, hide))) await settleProfile(trx, userId, hide)
  return { done, topics: [] }
}

/** A request that was admitted before the suspension may have created the profile after it. */
async function isProfileSettled(trx: Queryable, userId: string, hide: boolean): Promise<boolean> {
  const profile = await trx
    .selectFrom('profiles')
    .select('hidden')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile === undefined || profile.hidden === (hide ? SUSPENDED : 0)
}

/** The profile is a single row, so it is hidden with the account itself. */
export async function settleProfile(trx: Queryable, userId: string, hide: boolean): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ hidden: hide ? SUSPENDED : 0 })
    .where('user_id', '=', userId)
    .execute()
  // While the profile is hidden, its skills do not count.
  await queuePerson(trx, userId)
  await suspensionChanged(trx, userId)
}

const isToChange = (hide: boolean) => sql.raw(`hidden ${hide ? '<' : '>='} ${SUSPENDED}`)
const changed = (hide: boolean) => sql<number>`${sql.raw(`hidden ${hide ? '+' : '-'} ${SUSPENDED}`)}`

type State = { id: string; hidden: number }

function byState(rows: State[]): { shown: string[]; gone: string[] } {
  const ids = (which: State[]) => which.map(({ id }) => id)
  return {
    shown: ids(rows.filter(({ hidden }) => hidden === 0)),
    gone: ids(rows.filter(({ hidden }) => hidden !== 0)),
  }
}

const isAmong = (column: string, ids: string[]) =>
  ids.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(ids)})`

/** What a moderator has removed is neither shown before nor after. */
const wasOrIsShown =
  (hide: boolean) =>
  ({ hidden }: State): boolean =>
    hidden === (hide ? SUSPENDED : 0)

const eventsOf = (hide: boolean) => (hide ? goneEvents : changedEvents)

/**
 * The next posts or comments to change, and those of them of which people may be notified afterwards: what a moderator
 * has removed stays hidden. They are then found by their ids, as their author may have 100,000.
 */
async function nextTexts(trx: Queryable, table: 'posts' | 'comments', userId: string, hide: boolean) {
  const { rows } = await sql<State>`select id, hidden from ${sql.table(table)}
    where user_id = ${userId} and ${isToChange(hide)} limit ${sql.lit(BATCH)}`.execute(trx)
  const ofNotifications = rows.filter(({ hidden }) => hide || hidden === SUSPENDED)
  return { ids: rows.map(({ id }) => id), ofNotifications: ofNotifications.map(({ id }) => id) }
}

// A text may have thousands of notifications, so they are changed before it, in batches with separate transactions:
// whoever comments locks the post first, too. With the text, the few follow that others have added in between.

const NOT_DONE: Batch = { done: false, topics: [] }

async function settlePosts(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const { ids, ofNotifications } = await nextTexts(trx, 'posts', userId, hide)
  if ((await settleEntriesOn(trx, ofNotifications, hide, BATCH)) > 0) return NOT_DONE
  const { rows } = await sql<TaggedPost & State>`
    update posts set hidden = ${changed(hide)} where ${isToChange(hide)} and ${isAmong('id', ids)}
    returning id, user_id, tags, question, hidden`.execute(trx)
  await settleTags(trx, rows)
  const { shown, gone } = byState(rows)
  await settleEntriesOn(trx, shown, false)
  await settleEntriesOn(trx, gone, true)
  const seen = rows.filter(wasOrIsShown(hide)).map(({ id }) => ({ post: id }))
  return { done: ids.length < BATCH, topics: [...feedTopics(rows), ...eventsOf(hide)(seen)] }
}

async function settleComments(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const { ids, ofNotifications } = await nextTexts(trx, 'comments', userId, hide)
  const hidden = hide ? SUSPENDED : 0
  if ((await settleActs(trx, isAmong('comment_id', ofNotifications), hidden, BATCH)) > 0) return NOT_DONE
  const { rows } = await sql<{ post_id: string; id: string; hidden: number; accepted: number }>`
    update comments set hidden = ${changed(hide)} where ${isToChange(hide)} and ${isAmong('id', ids)}
    returning post_id, id, hidden, accepted`.execute(trx)
  const counted = rows.filter(wasOrIsShown(hide))
  const sign = hide ? -1 : 1
  await addToCounts(trx, 'comment_count', counted, sign)
  const accepted = counted.filter((comment) => comment.accepted === 1)
  const { shown, gone } = byState(rows)
  await settleActs(trx, isAmong('comment_id', shown), 0)
  await settleActs(trx, isAmong('comment_id', gone), SUSPENDED)
  await countAccepted(trx, accepted, sign)
  const topics = [
    ...rows.flatMap(({ post_id, id }) => [topicOf.post(post_id), topicOf.comment(id)]),
    ...eventsOf(hide)(counted.map(({ post_id, id }) => ({ post: post_id, comment: id }))),
  ]
  return { done: ids.length < BATCH, topics }
}

/** Likes are moved to a table of their own, so that reading likes costs nothing more. */
async function settleLikes(trx: Queryable, userId: string, hide: boolean): Promise<Batch> {
  const from = sql.table(hide ? 'likes' : 'suspended_likes')
  const { rows } = await sql<{ post_id: string; user_id: string; id: string }>`
    delete from ${from} where user_id = ${userId} and post_id in (
      select post_id from ${from} where user_id = ${userId} limit ${sql.lit(BATCH)}
    ) returning post_id, user_id, id`.execute(trx)
  if (rows.length === 0) return { done: true, topics: [] }
  const moved = await trx
    .insertInto(hide ? 'suspended_likes' : 'likes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .returning('post_id')
    .execute()
  await addToCounts(trx, 'like_count', hide ? rows : moved, hide ? -1 : 1)
  const posts = rows.map(({ post_id }) => post_id)
  const likes = sql`actor_id = ${userId} and kind = 'like' and ${isAmong('subject_id', posts)}`
  await settleActs(trx, likes, hide ? SUSPENDED : 0)
  return { done: rows.length < BATCH, topics: rows.map(({ post_id }) => topicOf.post(post_id)) }
}
