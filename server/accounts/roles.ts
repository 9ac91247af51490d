import type { Role } from '../../contract/access.ts'
import type { BadgeRole } from '../../contract/accounts.ts'
import { recordChanges } from '../database/changes.ts'
import type { Queryable } from '../database/database.ts'
import { invalid } from '../http/refusals.ts'

const lastAdmin = () => invalid({ msg: 'The last admin cannot step down or be deleted' })

/** Changes a user's role from their next request on. The last admin must stay, as nobody else can change roles. */
export async function changeRole(trx: Queryable, userId: string, role: Role): Promise<void> {
  if (role !== 'admin') await requireAnotherAdmin(trx, userId)
  // An account that is being deleted has no email any more, and must not count as the other admin.
  await trx.updateTable('users').set({ role }).where('id', '=', userId).where('email', '!=', '').execute()
  await recordChanges(trx, `role:${userId}`, `user:${userId}`)
}

/** What others see of a role, beside the name. */
export function badgeOf(role: Role): { badge?: BadgeRole } {
  return role === 'member' ? {} : { badge: role }
}

/** Throws if this user is the only admin. */
export async function requireAnotherAdmin(trx: Queryable, userId: string): Promise<void> {
  const user = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  if (user?.role !== 'admin') return
  // Two admins who step down at the same moment would not see each other, so this locks all of them.
  await trx.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute()
  const others = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '!=', userId)
    .limit(1)
    .execute()
  if (others.length === 0) throw lastAdmin()
}
