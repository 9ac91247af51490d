import type { Kysely } from 'kysely'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** Where a query runs: the database itself, or a transaction in it. */
export type Queryable = Kysely<Tables>

export type Database = {
  engine: Engine
  kysely: Kysely<Tables>
  /** Where the data is, in words for people; never with a password. */
  location: string
  /** Runs the work once as a whole or not at all; it may be run again after a deadlock. */
  transaction<T>(work: (trx: Queryable) => Promise<T>): Promise<T>
  /**
   * The same for work that is a single statement, and so a transaction by itself; only there where one
   * statement can write to several tables.
   */
  statement?<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /** Runs several reads that see one and the same state of the data. */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  changes: ChangeReader
  load(): DatabaseLoad
  close(): Promise<void>
}

/** Tells the topics of all transactions that have committed since a position, and the position now. */
export type ChangeReader =
  | { immediate: true; since(position: string | undefined): Changes }
  | { immediate: false; since(position: string | undefined): Promise<Changes> }

export type DatabaseLoad = { connections: number; idle: number; waiting: number }

/** `topics` is undefined where there is nothing to compare with yet. */
export type Changes = { position: string; topics: string[] | undefined }

export function openDatabase(url: string, options?: PostgresOptions): Database {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url, options)
}
