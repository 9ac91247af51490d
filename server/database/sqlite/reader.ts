import { DatabaseSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import { forKysely } from './for-kysely.ts'

export const BUSY_TIMEOUT = 5_000

export type Reader = { kysely: Kysely<Tables>; database: SqliteDatabase }

/** Never sees a transaction that has not committed. */
export function openReader(file: string): Reader {
  const database = forKysely(new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true }))
  return { database, kysely: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }) }
}
