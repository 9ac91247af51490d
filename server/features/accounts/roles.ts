import { hasRole, type Role } from '../../../contract/access.ts'
import type { Queryable } from '../../database/database.ts'
import { holdLock } from '../../database/named-lock.ts'
import type { Member } from '../../platform/http/caller.ts'
import { forbidden, invalid } from '../../platform/http/refusals.ts'
import { roleChanged } from '../topics.ts'

/** Held by all that changes or requires a role, so that a checked role stays until the commit. */
export const lockRoles = (trx: Queryable) => holdLock(trx, 'roles')

export async function requireRole(trx: Queryable, { id }: Member, role: Role) {
  await lockRoles(trx)
  const user = await trx
    .selectFrom('users')
    .select(['role', 'name'])
    .where('id', '=', id)
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
  if (!user || !hasRole(user.role, role)) throw forbidden()
  return user
}

export async function changeRole(trx: Queryable, userId: string, role: Role): Promise<void> {
  await lockRoles(trx)
  if (role !== 'admin') await requireAnotherAdmin(trx, userId)
  // An account in deletion has no email and must not become the other admin.
  await trx
    .updateTable('users')
    .set({ role, role_by_hand: null })
    .where('id', '=', userId)
    .where('email', '!=', '')
    .execute()
  roleChanged(trx, userId)
}

export function findAdmin(db: Queryable) {
  return db.selectFrom('users').select('name').where('role', '=', 'admin').orderBy('id').executeTakeFirst()
}

export async function requireAnotherAdmin(trx: Queryable, userId: string): Promise<void> {
  const user = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (user?.role === 'admin' && (await isLastAdmin(trx, userId))) {
    throw invalid({ msg: 'The last admin cannot step down or be deleted' })
  }
}

/** The caller holds the lock. */
export async function isLastAdmin(trx: Queryable, adminId: string): Promise<boolean> {
  const otherAdmins = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '!=', adminId)
    .limit(1)
    .execute()
  return otherAdmins.length === 0
}
