import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import { SqliteDialect } from './dialect.ts'
import { StatementCache } from './statements.ts'

export const BUSY_TIMEOUT = 5_000

/** Never sees a transaction that has not committed. */
export function openReader(file: string) {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true })
  const statements = new StatementCache(connection)
  return {
    statements,
    kysely: new Kysely<Tables>({ dialect: new SqliteDialect(statements) }),
    close: () => connection.close(),
  }
}
