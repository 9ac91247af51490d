import type { Database } from '../../database/database.ts'
import { isForeignKeyViolation } from '../../database/faults.ts'
import { badToken, notFound } from '../../platform/http/refusals.ts'
import { isOpenAccount } from './queries.ts'

/**
 * Runs a member's write that references another row. A foreign key violation does not say whether that row or the
 * account was deleted: if the account is gone, and its sessions with it, the response is a 401, otherwise a 404.
 */
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
