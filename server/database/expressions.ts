import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

// Expressions that differ between the engines.

export function isPostgres(db: Queryable): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** A JSON list of these expressions. */
export function jsonRow(db: Queryable, expressions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`${sql.raw(isPostgres(db) ? 'json_build_array' : 'json_array')}(${sql.join(expressions)})`
}

/** A JSON object of these expressions, by names. */
export function jsonObject(
  db: Queryable,
  expressions: Record<string, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const pairs = Object.entries(expressions).flatMap(([name, expression]) => [sql.lit(name), expression])
  return sql`${sql.raw(isPostgres(db) ? 'json_build_object' : 'json_object')}(${sql.join(pairs)})`
}

/** The JSON list of an expression over all rows, in their order. */
export function jsonList(db: Queryable, expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.raw(isPostgres(db) ? 'json_agg' : 'json_group_array')}(${expression})`
}

/** A text in lower case, whatever the locale of the server, as indexes have it. */
export function lowerCase(db: Queryable, column: string): RawBuilder<string> {
  const name = sql.ref(column)
  return isPostgres(db) ? sql<string>`lower(${name} collate "C")` : sql<string>`lower(${name})`
}

/**
 * Whether a column contains a text, in any case. Neither engine knows the case of all letters, so texts beyond ASCII
 * are looked for in the usual spellings.
 */
export function containsText(db: Queryable, column: string, text: string): RawBuilder<boolean> {
  const lower = text.toLowerCase()
  const spellings = new Set(
    /^[\x20-\x7e]*$/.test(text) ? [text] : [text, lower, text.toUpperCase(), capitalised(lower)],
  )
  const like = sql.raw(isPostgres(db) ? 'ilike' : 'like')
  const matches = [...spellings].map((spelling) => {
    const pattern = `%${spelling.replace(/[\\%_]/g, '\\$&')}%`
    return sql`${sql.ref(column)} ${like} ${pattern} escape ${sql.lit('\\')}`
  })
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

function capitalised(text: string): string {
  return text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The time by the clock of the database, because the clocks of several machines differ. */
export function currentTime(db: Queryable): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql<number>`${Date.now()}`
}

/** Whether a column is one of these ids. They are one parameter, so a prepared query serves any number of them. */
export function isOneOf(db: Queryable, column: string, ids: string[]): RawBuilder<boolean> {
  const name = sql.ref(column)
  return isPostgres(db)
    ? sql<boolean>`${name} = any(cast(${ids} as uuid[]))`
    : sql<boolean>`${name} in (select value from json_each(${ids}))`
}

/** Whether a row has one of these keys, of which the last column alone is an id. */
export function isOneOfRows<Column extends string>(
  db: Queryable,
  key: Column[],
  rows: Record<Column, string>[],
): RawBuilder<boolean> {
  if (isPostgres(db)) {
    // The ids would be enough, but the other columns name the nodes.
    const ofColumns = key.map((column) => isOneOf(db, column, [...new Set(rows.map((row) => row[column]))]))
    return sql<boolean>`(${sql.join(ofColumns, sql` and `)})`
  }
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const values = sql.raw(key.map((_, index) => `value ->> ${index}`).join(', '))
  const keys = rows.map((row) => key.map((column) => row[column]))
  return sql<boolean>`(${columns}) in (select ${values} from json_each(${keys}))`
}

// Sorts after every other character.
export const LAST_CHARACTER = '\u{10ffff}'

/** Whether a column that is compared byte by byte begins with a text; an index on it is used. */
export function beginsWith(column: string, prefix: string): RawBuilder<boolean> {
  const name = sql.ref(column)
  return sql<boolean>`(${name} >= ${prefix} and ${name} < ${prefix + LAST_CHARACTER})`
}
