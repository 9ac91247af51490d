import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'
import { prepare } from './prepared.ts'

// Named locks last until the transaction ends, on the coordinator only. SQLite has one writer at a time.

const lock = prepare((db, name: string) => {
  const query = sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  return { compile: () => query.compile(db) }
})

export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await lock(trx, name)
}
