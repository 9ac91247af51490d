import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'
import { prepare } from './prepared.ts'

// Named locks last until the transaction ends, on the coordinator only. SQLite has one writer at a time.

const prepareLock = (lock: string) =>
  prepare((db, name: string) => {
    const query = sql`select ${sql.raw(lock)}(hashtextextended(${name}, 0))`
    return { compile: () => query.compile(db) }
  })
const exclusive = prepareLock('pg_advisory_xact_lock')
const shared = prepareLock('pg_advisory_xact_lock_shared')

export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await exclusive(trx, name)
}

export async function shareLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await shared(trx, name)
}
