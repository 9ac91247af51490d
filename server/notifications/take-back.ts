import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '../../contract/notifications.ts'
import { BATCH } from '../database/batches.ts'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import type { Step } from '../database/write.ts'
import { notificationsTopic } from './tell.ts'

// Whatever is undone or deleted is no longer told of, whether or not it was read. An entry of which nothing is left
// counts zero and is not shown; the next act of its kind uses it again. Only the author of a post has such entries
// about it: those of others are deleted, so that whoever deletes a post need not look for them.

/** The steps of a write that undo one act of which one person was told; the condition is on the acts. */
export function takeBackSteps<Values extends unknown[]>(
  to: (...values: Values) => string,
  which: (...values: Values) => RawBuilder<unknown>,
): Step<Values>[] {
  return [
    (db, isWritten, ...values) =>
      db
        .updateTable('notifications')
        .set({ count: sql`count - 1` })
        .where('user_id', '=', to(...values))
        // A single value: as a list, PostgreSQL may go through all entries of the person and look for each in it.
        .where(
          'id',
          '=',
          db
            .selectFrom('notification_acts')
            .select('notification_id')
            .where('user_id', '=', to(...values))
            .where(sql<boolean>`${which(...values)}`)
            .where('hidden', '=', 0)
            .limit(1),
        )
        .where(isWritten),
    (db, isWritten, ...values) =>
      db
        .deleteFrom('notification_acts')
        .where('user_id', '=', to(...values))
        .where(sql<boolean>`${which(...values)}`)
        .where(isWritten),
  ]
}

/** An act that is found by who did it, and not by a comment. */
export function actOf(kind: NotificationKind, by: string, subject: string): RawBuilder<unknown> {
  return sql`actor_id = ${by} and subject_id = ${subject} and kind = ${sql.lit(kind)}`
}

/** Takes back within a transaction what people were told of by these acts; false if there may be more. */
export async function takeBack(trx: Queryable, which: RawBuilder<unknown>): Promise<{ done: boolean }> {
  // Read first: on several nodes this may ask all shards, and only those of the people who were told are written to.
  const { rows: found } = await sql<{ user_id: string; id: string }>`
    select user_id, id from notification_acts where ${which} limit ${sql.lit(BATCH)}`.execute(trx)
  if (found.length === 0) return { done: true }
  const people = [...new Set(found.map(({ user_id }) => user_id))]
  const { rows } = await sql<{ user_id: string; notification_id: string; hidden: number }>`
    delete from notification_acts
    where ${which} and user_id in (${sql.join(people)}) and id in (${sql.join(found.map(({ id }) => id))})
    returning user_id, notification_id, hidden`.execute(trx)
  const shown = rows.filter(({ hidden }) => hidden === 0)
  const uncounted = await addToCounts(trx, shown, -1)
  await deleteEmpty(trx, [...uncounted, ...rows.filter(({ hidden }) => hidden !== 0)])
  await recordChanges(trx, ...people.map(notificationsTopic))
  return { done: found.length < BATCH }
}

/** The same for everything that a comment did or that was done to it, of which only these people were told, if any. */
export function takeBackComment(
  trx: Queryable,
  id: string,
  people: string[] | undefined,
): Promise<{ done: boolean }> {
  return takeBack(trx, sql`${ofPeople(people)} comment_id = ${id}`)
}

const addToCount = prepare((db, userId: string, id: string, by: number) =>
  db
    .updateTable('notifications')
    .set({ count: sql`count + ${by}` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('count'),
)

type OfEntry = { user_id: string; notification_id: string }

/** Adds to the counts of entries of which acts have gone, or come back, and returns those that count none now. */
export async function addToCounts(trx: Queryable, acts: OfEntry[], sign: 1 | -1): Promise<OfEntry[]> {
  const uncounted: OfEntry[] = []
  const byEntry = Map.groupBy(acts, ({ user_id, notification_id }) => `${user_id} ${notification_id}`)
  // Always in the same order, so that two of these do not deadlock.
  for (const key of [...byEntry.keys()].sort()) {
    const ofEntry = byEntry.get(key) ?? []
    const [userId = '', id = ''] = key.split(' ')
    const { rows } = await addToCount(trx, userId, id, sign * ofEntry.length)
    if (rows[0]?.count === 0) uncounted.push({ user_id: userId, notification_id: id })
  }
  return uncounted
}

/** Deletes those of these entries of which nothing is left, not even acts that are hidden. */
async function deleteEmpty(trx: Queryable, entries: OfEntry[]): Promise<void> {
  for (const { user_id, notification_id } of entries) {
    await sql`delete from notifications
      where user_id = ${user_id} and id = ${notification_id} and count = 0 and not exists (
        select 1 from notification_acts where user_id = ${user_id} and notification_id = ${notification_id}
      )`.execute(trx)
  }
}

type Entries = { done: boolean; deleted: number }

/** Deletes a batch of entries and of what they tell of; the condition is on the entries. */
export async function deleteEntries(trx: Queryable, which: RawBuilder<unknown>): Promise<Entries> {
  const { rows } = await sql<{ user_id: string; id: string }>`
    select user_id, id from notifications where ${which} limit ${sql.lit(BATCH)}`.execute(trx)
  let deleted = 0
  for (const [userId, entries] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const ids = sql.join(entries.map(({ id }) => id))
    const ofEntries = sql`user_id = ${userId} and notification_id in (${ids})`
    const { numAffectedRows = 0n } = await sql`
      delete from notification_acts where ${ofEntries} and id in (
        select id from notification_acts where ${ofEntries} limit ${sql.lit(BATCH)}
      )`.execute(trx)
    deleted += Number(numAffectedRows)
    if (deleted >= BATCH) return { done: false, deleted }
    await sql`delete from notifications where user_id = ${userId} and id in (${ids})`.execute(trx)
    deleted += entries.length
  }
  await recordChanges(trx, ...new Set(rows.map(({ user_id }) => notificationsTopic(user_id))))
  return { done: rows.length < BATCH, deleted }
}

/** Deletes a batch of what anyone, or these people, were told of these posts. */
export function deleteEntriesOn(trx: Queryable, postIds: string[], people?: string[]): Promise<Entries> {
  return deleteEntries(trx, sql`${ofPeople(people)} post_id in (${sql.join(postIds)})`)
}

/** On several nodes, a condition for people whom it names asks their shards only. */
function ofPeople(people: string[] | undefined): RawBuilder<unknown> {
  return people ? sql`user_id in (${sql.join(people)}) and` : sql``
}
