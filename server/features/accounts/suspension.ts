import type { Queryable } from '../../database/database.ts'
import { Refusal } from '../../platform/http/refusals.ts'

export const FOREVER = 8_640_000_000_000_000

export async function refuseSuspended(trx: Queryable, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['suspension_reason', 'suspended_until'])
    .where('id', '=', userId)
    .where('suspended_until', 'is not', null)
    .executeTakeFirst()
  if (!user) return
  const suspendedUntil = presentEnd(user.suspended_until ?? FOREVER)
  throw new Refusal(403, [{ msg: user.suspension_reason ?? '', suspendedUntil }])
}

export function presentEnd(until: number): string | null {
  return until === FOREVER ? null : new Date(until).toISOString()
}
