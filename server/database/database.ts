import type { Kysely } from 'kysely'
import type { ChangeLog } from './changes/changes.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import type { Tables } from './schema/tables.ts'
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

export type Queryable = Kysely<Tables>

export type Database = {
  engine: Engine
  kysely: Kysely<Tables>
  /** For searches, which have too many texts to name the statements. */
  searches: Kysely<Tables>
  location: string
  file?: string
  transaction<T>(work: (trx: Queryable) => T | Promise<T>): Promise<T>
  isDistributed(): boolean
  /** Called after migrations, which may be too large for the memory. */
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
