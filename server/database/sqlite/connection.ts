import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Tables } from '../schema/tables.ts'

export const BUSY_TIMEOUT = 5_000

export type Reader = { kysely: Kysely<Tables>; database: SqliteDatabase }

export function openReader(file: string): Reader {
  const database = forKysely(new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true }))
  return { database, kysely: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }) }
}

const MAX_STATEMENTS = 500

/** Keeps statements, because parsing most of them takes longer than running them. */
export function forKysely(db: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(text) {
      const prepared = statements.get(text)
      if (prepared) return prepared
      if (statements.size === MAX_STATEMENTS) statements.clear()
      const statement = prepare(db, text)
      statements.set(text, statement)
      return statement
    },
  }
}

function prepare(db: DatabaseSync, text: string): SqliteStatement {
  const statement = db.prepare(text)
  const reader = statement.columns().length > 0
  // Row numbers of a full-text index may exceed a safe integer.
  if (!reader) statement.setReadBigInts(true)
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}
