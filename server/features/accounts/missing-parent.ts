import type { Database } from '../../database/database.ts'
import { isForeignKeyViolation } from '../../database/faults.ts'
import { badToken, notFound } from '../../platform/http/refusals.ts'
import { isOpenAccount } from './queries.ts'

/** A foreign key violation does not say which row is gone: 401 if it is the account, 404 otherwise. */
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
