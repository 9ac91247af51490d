import type { CompiledQuery, Kysely } from 'kysely'
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
  /**
   * Sends queries in one round trip, each in its own transaction. Only engines that are reached over a network have it.
   */
  pipeline?<Rows extends unknown[]>(...queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>>
  /** Whether rows may live on several nodes; only an engine with `pipeline` has them. */
  hasNodes?(): boolean
  /**
   * Keeps what a transaction may have to roll back in memory from now on. Only SQLite would write it to a temporary
   * file, for nearly every transaction. A migration may change more than fits into memory, so it comes before this.
   */
  keepRollbacksInMemory?(): void
  /** Runs several reads that see one and the same state of the data. */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  changes: ChangeReader
  /** The changes of topics of these kinds, one after another. */
  changeLog(kinds: readonly string[]): ChangeLog
  load(): DatabaseLoad
  /** Opens connections in advance, so that the first requests need not wait for them. Errors are left to requests. */
  openConnections?(): void
  close(): Promise<void>
}

export type QueriesOf<Rows extends unknown[]> = { [Index in keyof Rows]: CompiledQuery<Rows[Index]> }
export type ResultsOf<Rows extends unknown[]> = { [Index in keyof Rows]: Rows[Index][] }

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
