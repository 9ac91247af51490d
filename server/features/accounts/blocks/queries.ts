import { MAX_MUTED } from '../../../../contract/limits.ts'
import { BATCH } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { countRows, isOneOf } from '../../../database/expressions.ts'
import { holdLock } from '../../../database/named-lock.ts'
import { newId } from '../../../ids.ts'
import { invalid, Refusal } from '../../../platform/http/refusals.ts'
import { mutesChanged } from '../../topics.ts'

export type MuteTable = 'mutes' | 'blocks'

const VERBS = { mutes: 'mute', blocks: 'block' } as const

export async function addMute(
  trx: Queryable,
  table: MuteTable,
  userId: string,
  otherId: string,
): Promise<void> {
  await trx
    .insertInto(table)
    .values({ user_id: userId, other_id: otherId, id: newId() })
    .onConflict((conflict) => conflict.columns(['user_id', 'other_id']).doNothing())
    .execute()
  await holdLock(trx, `${table}:${userId}`)
  const count = await countRows(trx.selectFrom(table).where('user_id', '=', userId))
  if (count > MAX_MUTED) throw invalid({ msg: `You can ${VERBS[table]} at most ${MAX_MUTED} people` })
  mutesChanged(trx, userId)
}

export async function removeMute(
  trx: Queryable,
  table: MuteTable,
  userId: string,
  otherId: string,
): Promise<void> {
  await trx.deleteFrom(table).where('user_id', '=', userId).where('other_id', '=', otherId).execute()
  mutesChanged(trx, userId)
}

export async function forgetMutes(
  trx: Queryable,
  table: MuteTable,
  userId: string,
): Promise<{ done: boolean }> {
  await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  const rows = await trx
    .deleteFrom(table)
    .where('other_id', '=', userId)
    .where('user_id', 'in', (select) =>
      select.selectFrom(table).select('user_id').where('other_id', '=', userId).limit(BATCH),
    )
    .returning('user_id')
    .execute()
  mutesChanged(trx, ...rows.map(({ user_id }) => user_id))
  return { done: rows.length < BATCH }
}

export async function findMuted(db: Queryable, table: MuteTable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('other_id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ other_id }) => other_id)
}

export async function findMutersAmong(
  db: Queryable,
  candidateIds: string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  const among = (table: MuteTable) =>
    db
      .selectFrom(table)
      .select('user_id')
      .where('other_id', '=', userId)
      .where(isOneOf(db, 'user_id', candidateIds))
  const rows = await among('mutes').unionAll(among('blocks')).execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function findMutedOrBlocked(
  db: Queryable,
  userIds: string[],
  otherIds: string[],
): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set()
  const between = (table: MuteTable) =>
    db
      .selectFrom(table)
      .select(['user_id', 'other_id'])
      .where(({ and, or }) =>
        or([
          and([isOneOf(db, 'user_id', userIds), isOneOf(db, 'other_id', otherIds)]),
          and([isOneOf(db, 'user_id', otherIds), isOneOf(db, 'other_id', userIds)]),
        ]),
      )
  const rows = await between('mutes').unionAll(between('blocks')).execute()
  return new Set(rows.map(({ user_id, other_id }) => (userIds.includes(user_id) ? other_id : user_id)))
}

export async function isBlockedBy(db: Queryable, blocker: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('id')
    .where('user_id', '=', blocker)
    .where('other_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function refuseBlocked(
  trx: Queryable,
  userId: string,
  author: string,
  noun: 'post' | 'comment',
): Promise<void> {
  if (!(await isBlockedBy(trx, author, userId))) return
  throw new Refusal(403, [{ msg: `The author of this ${noun} has blocked you` }])
}
