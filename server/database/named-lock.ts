import { PostgresAdapter, sql } from 'kysely'
import type { Queryable } from './database.ts'

/**
 * Waits until no other transaction holds the lock with this name, then holds it until this one ends. It takes no
 * worker, even if what it protects is everywhere. SQLite runs one writing transaction at a time anyway.
 */
export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}
