import type { Kysely } from 'kysely'
import type { ChangeLog } from './changes/change-log.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import type { Tables } from './schema/tables.ts'
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

/** Where a query runs: the database itself, or a transaction in it. */
export type Queryable = Kysely<Tables>

export type Database = {
  engine: Engine
  kysely: Kysely<Tables>
  /** Where the data is, for messages; never contains a password. */
  location: string
  /** The file with the data, which threads can open to read; only SQLite has one. */
  file?: string
  /** Runs the work atomically; it may be retried after a deadlock. */
  transaction<T>(work: (trx: Queryable) => Promise<T>): Promise<T>
  /** Whether rows may be on several nodes. */
  hasNodes?(): boolean
  /**
   * Keeps what a transaction may have to roll back in memory from now on; SQLite would write it to a temporary file for
   * nearly every transaction. Called after migrations, which may change more than fits into memory.
   */
  keepRollbacksInMemory?(): void
  /** Runs several reads that see one and the same state of the data. */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  changes: ChangeReader
  /** The changes of topics of these kinds, one after another. */
  changeLog(kinds: readonly string[]): ChangeLog
  load(): DatabaseLoad
  close(): Promise<void>
}

/** Reads the topics of all transactions committed since a position, and the current position. */
export type ChangeReader =
  | { immediate: true; since(position: string | undefined): Changes }
  | { immediate: false; since(position: string | undefined): Promise<Changes> }

type DatabaseLoad = { connections: number; idle: number; waiting: number }

/** `topics` is undefined if unknown: at the first check, or when changes since then have been deleted. */
export type Changes = { position: string; topics: string[] | undefined }

export function openDatabase(url: string, options?: PostgresOptions & SqliteOptions): Database {
  return url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, options)
}
