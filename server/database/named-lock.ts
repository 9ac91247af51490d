import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'

// Locks last until the transaction ends. SQLite has one writer at a time and needs none.

const keyOf = (name: string): RawBuilder<bigint> => sql`hashtextextended(${name}, 0)`

export async function holdLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(trx)
}

export async function holdSharedLock(trx: Queryable, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(trx)
}
