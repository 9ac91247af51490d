import { hasRole, type Role } from '../../../contract/access.ts'
import type { Queryable } from '../../database/database.ts'
import { roleChanged } from '../topics.ts'
import { logAction } from './audit-log.ts'
import { isLastAdmin, lockRoles } from './roles.ts'
import { refuseSuspended } from './suspension.ts'

/** What a sign-in provider says. */
export type Claim = { role: Role; by: string }

/**
 * Whether the member has a claimed role, which is above the one given by hand. A sign-in without a claim ends it, or
 * who has lost it at the provider would keep it by signing in with a password.
 */
export async function applyClaim(trx: Queryable, userId: string, claim: Claim | undefined): Promise<boolean> {
  if (claim === undefined && (await findRoles(trx, userId)).role_by_hand === null) return false
  await lockRoles(trx)
  await refuseSuspended(trx, userId)
  const before = await findRoles(trx, userId)
  const byHand = before.role_by_hand ?? before.role
  const claimed = claim?.role ?? 'member'
  const isKept = before.role === 'admin' && (await isLastAdmin(trx, userId))
  const role = isKept ? 'admin' : hasRole(byHand, claimed) ? byHand : claimed
  const isClaimed = role !== byHand
  const role_by_hand = isClaimed ? byHand : null
  if (role === before.role && role_by_hand === before.role_by_hand) return isClaimed
  await trx.updateTable('users').set({ role, role_by_hand }).where('id', '=', userId).execute()
  roleChanged(trx, userId)
  if (role !== before.role) {
    const reason = claim ? `Claimed at ${claim.by}` : 'Signed in without the claim'
    await logAction(trx, {
      action: 'role',
      by: null,
      to: userId,
      reason,
      details: `${before.role} → ${role}`,
    })
  }
  return isClaimed
}

function findRoles(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .select(['role', 'role_by_hand'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
