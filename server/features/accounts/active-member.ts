import type { Queryable } from '../../database/database.ts'
import { holdLock, holdSharedLock } from '../../database/named-lock.ts'
import { badToken } from '../../platform/http/refusals.ts'

const writesOf = (userId: string) => `writes:${userId}`

/** The member may have been suspended after the request was admitted. A suspension waits for the commit. */
export async function requireActive(trx: Queryable, userId: string) {
  await holdSharedLock(trx, writesOf(userId))
  const user = await trx
    .selectFrom('users')
    .select(['name', 'handle', 'avatar_hash', 'role'])
    .where('id', '=', userId)
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
  if (!user) throw badToken()
  return user
}

/** Waits for the member's writes before a suspension or block; later writes wait for this transaction. */
export const holdWritesOf = (trx: Queryable, userId: string) => holdLock(trx, writesOf(userId))
