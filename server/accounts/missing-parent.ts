import type { Database } from '../database/database.ts'
import { isForeignKeyViolation } from '../database/faults.ts'
import { badToken, notFound } from '../http/refusals.ts'
import { findUser } from './queries.ts'

/**
 * A member's write that hangs on something else as well. A foreign key refuses it where either has gone,
 * without saying which: the account's end is told first, as then the token is not valid.
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
    throw (await findUser(db.kysely, userId)) ? notFound(missing) : badToken()
  }
}
