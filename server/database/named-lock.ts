import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'

/**
 * Takes the lock with this name, waiting while another transaction holds it, and holds it until this transaction
 * ends. The lock is on the coordinator alone, even if it protects rows on every node. SQLite runs one writing
 * transaction at a time anyway.
 */
export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (!isPostgres(trx)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
