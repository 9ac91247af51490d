import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { holdLock } from '../../database/named-lock.ts'
import { prepare } from '../../database/prepared.ts'
import { runWithCommit } from '../../database/with-commit.ts'
import { badToken } from '../../platform/http/refusals.ts'

const selectActive = prepare((db, id: string) =>
  db.selectFrom('users').select('id').where('id', '=', id).where('suspended_until', 'is', null),
)

// It shares the lock that holdWritesOf takes, and fails by itself.
const callRequireActive = prepare((db, id: string) => {
  const query = sql`select require_active(${id})`
  return { compile: () => query.compile(db) }
})

/** The member may have been suspended after the request was admitted. A suspension waits for the commit. */
export async function requireActive(trx: Queryable, userId: string): Promise<void> {
  if (isPostgres(trx)) await callRequireActive(trx, userId)
  else await requireOnSqlite(trx, userId)
}

/** For transactions that read nothing which depends on the member's blocks. */
export async function requireActiveAtCommit(trx: Queryable, userId: string): Promise<void> {
  if (isPostgres(trx)) await runWithCommit(trx, callRequireActive.bind(trx, userId))
  else await requireOnSqlite(trx, userId)
}

async function requireOnSqlite(trx: Queryable, userId: string): Promise<void> {
  const { rows } = await selectActive(trx, userId)
  if (rows.length === 0) throw badToken()
}

/** Waits for the member's writes before a suspension or block; later writes wait for this transaction. */
export const holdWritesOf = (trx: Queryable, userId: string) => holdLock(trx, `writes:${userId}`)
