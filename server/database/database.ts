import type { Kysely } from 'kysely'
import type { ChangeLog } from './changes/changes.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import type { Tables } from './schema/tables.ts'
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

/** The database itself, or a transaction in it. */
export type Queryable = Kysely<Tables>

export type Database = {
  engine: Engine
  kysely: Kysely<Tables>
  /** Plans each statement again, because searches have too many texts to keep. */
  searches: Kysely<Tables>
  /** For messages; never contains a password. */
  location: string
  /** Only SQLite has one; threads open it to read. */
  file?: string
  /** May run the work again after a deadlock. */
  transaction<T>(work: (trx: Queryable) => T | Promise<T>): Promise<T>
  /** Whether tables are on several nodes, as of the last check for changes. */
  isDistributed(): boolean
  /** Saves SQLite a temporary file for most transactions. Called after migrations, which may not fit. */
  keepRollbacksInMemory?(): void
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  changes: ChangeLog
  load(): DatabaseLoad
  close(): Promise<void>
}

type DatabaseLoad = { connections: number; idle: number; waiting: number }

export function openDatabase(url: string, options?: PostgresOptions & SqliteOptions): Database {
  return url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options)
}
