import { MAX_FOLLOWED_PEOPLE, MAX_FOLLOWED_TAGS } from '../../../../contract/limits.ts'
import { BATCH } from '../../../database/batches.ts'
import type { Queryable } from '../../../database/database.ts'
import { countRows } from '../../../database/expressions.ts'
import { holdLock } from '../../../database/named-lock.ts'
import { newId } from '../../../ids.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import { retractEvent } from '../../notifications/retract.ts'

export async function followPerson(trx: Queryable, userId: string, otherId: string): Promise<boolean> {
  const added = await trx
    .insertInto('follows_people')
    .values({ user_id: userId, other_id: otherId, id: newId() })
    .onConflict((conflict) => conflict.columns(['user_id', 'other_id']).doNothing())
    .returning('id')
    .execute()
  if (added.length === 0) return false
  if ((await countFollowed(trx, 'follows_people', userId)) > MAX_FOLLOWED_PEOPLE) {
    throw invalid({ msg: `You can follow at most ${MAX_FOLLOWED_PEOPLE} people` })
  }
  return true
}

export async function unfollowPerson(trx: Queryable, userId: string, otherId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('follows_people')
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await retractEvent(trx, otherId, { kind: 'follow', actor: userId, subject: otherId })
}

export async function endFollowsBetween(trx: Queryable, blocker: string, blocked: string): Promise<void> {
  await unfollowPerson(trx, blocked, blocker)
  await unfollowPerson(trx, blocker, blocked)
}

export async function followTag(trx: Queryable, userId: string, tag: string): Promise<void> {
  await trx
    .insertInto('follows_tags')
    .values({ user_id: userId, tag, id: newId() })
    .onConflict((conflict) => conflict.columns(['user_id', 'tag']).doNothing())
    .execute()
  if ((await countFollowed(trx, 'follows_tags', userId)) > MAX_FOLLOWED_TAGS) {
    throw invalid({ msg: `You can follow at most ${MAX_FOLLOWED_TAGS} tags` })
  }
}

export async function unfollowTag(trx: Queryable, userId: string, tag: string): Promise<void> {
  await trx.deleteFrom('follows_tags').where('user_id', '=', userId).where('tag', '=', tag).execute()
}

async function countFollowed(
  trx: Queryable,
  table: 'follows_people' | 'follows_tags',
  userId: string,
): Promise<number> {
  await holdLock(trx, `${table}:${userId}`)
  return countRows(trx.selectFrom(table).where('user_id', '=', userId))
}

export function findFollowedPeople(db: Queryable, userId: string) {
  return db
    .selectFrom('follows_people')
    .innerJoin('users', 'users.id', 'follows_people.other_id')
    .select(['users.id', 'users.name', 'users.handle', 'users.avatar_hash'])
    .where('follows_people.user_id', '=', userId)
    .where('users.email', '!=', '')
    .where('users.suspended_until', 'is', null)
    .orderBy('follows_people.id', 'desc')
    .execute()
}

export async function forgetFollows(trx: Queryable, userId: string): Promise<{ done: boolean }> {
  await trx.deleteFrom('follows_tags').where('user_id', '=', userId).execute()
  await trx.deleteFrom('follows_people').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await trx
    .deleteFrom('follows_people')
    .where('other_id', '=', userId)
    .where('user_id', 'in', (select) =>
      select.selectFrom('follows_people').select('user_id').where('other_id', '=', userId).limit(BATCH),
    )
    .executeTakeFirst()
  return { done: numDeletedRows < BATCH }
}
