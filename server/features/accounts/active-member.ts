import type { Database, Queryable } from '../../database/database.ts'
import { isForeignKeyViolation } from '../../database/faults.ts'
import { holdLock, holdSharedLock } from '../../database/named-lock.ts'
import { badToken, notFound } from '../../platform/http/refusals.ts'
import { isOpenAccount } from './queries.ts'

const writesOf = (userId: string) => `writes:${userId}`

/** The member may have been suspended since the request was admitted. A suspension waits for the commit. */
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

/** Waits for the writes of the member, and lets later ones wait for this transaction. */
export const holdWritesOf = (trx: Queryable, userId: string) => holdLock(trx, writesOf(userId))

/** A foreign key violation does not say which row is missing. */
export async function refuseMissingParent<T>(
  db: Database,
  userId: string,
  missing: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw (await isOpenAccount(db.kysely, userId)) ? notFound(missing) : badToken()
  }
}
