import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { endSessions } from './sessions.ts'

/**
 * Ends what else gives access to an account that has got a new password: all sessions, as a thief may hold any of
 * them, and identities at sign-in providers, except the one through which the password was changed.
 */
export async function endAccess(
  { onNewPassword }: Context,
  trx: Queryable,
  userId: string,
  usedIdentity: string | null = null,
): Promise<void> {
  await endSessions(trx, userId)
  for (const follow of onNewPassword) await follow(trx, userId, usedIdentity)
}
