import type { Queryable } from '../../database/database.ts'
import { holdLock, shareLock } from '../../database/named-lock.ts'
import { prepare } from '../../database/prepared.ts'
import { runTogether } from '../../database/run-together.ts'
import { badToken } from '../../platform/http/refusals.ts'

const lockOf = (userId: string) => `writes:${userId}`

const activeMember = prepare((db, id: string) =>
  db.selectFrom('users').select('id').where('id', '=', id).where('suspended_until', 'is', null),
)

/** The member may have been suspended after the request was admitted. A suspension waits for the commit. */
export async function requireActive(trx: Queryable, userId: string): Promise<void> {
  const [, { rows }] = await runTogether(shareLock(trx, lockOf(userId)), activeMember(trx, userId))
  if (rows.length === 0) throw badToken()
}

/** Waits for the member's writes before a suspension or block; later writes wait for this transaction. */
export const holdWritesOf = (trx: Queryable, userId: string) => holdLock(trx, lockOf(userId))
