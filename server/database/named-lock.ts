import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'
import { prepare } from './prepared.ts'

// A lock with a name is held until the transaction ends. Only the coordinator has it, even if it protects rows on other
// nodes. SQLite runs one writing transaction at a time anyway.

const prepareLock = (lock: string) =>
  prepare((db, name: string) => {
    const query = sql`select ${sql.raw(lock)}(hashtextextended(${name}, 0))`
    return { compile: () => query.compile(db) }
  })
const exclusive = prepareLock('pg_advisory_xact_lock')
const shared = prepareLock('pg_advisory_xact_lock_shared')

/** Takes the lock with this name, waiting while another transaction holds it. */
export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await exclusive(trx, name)
}

/** Takes it together with any others that share it. */
export async function shareLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await shared(trx, name)
}
