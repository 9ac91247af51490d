import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom as jsonArrayOnPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as jsonArrayOnSqlite } from 'kysely/helpers/sqlite'
import type { Queryable } from './database.ts'
import type { Tables } from './schema/tables.ts'

export function isPostgres(db: Queryable): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export async function countRows<Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await rows
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Subquery = Parameters<typeof jsonArrayOnSqlite>[0]

export function jsonRows(db: Queryable, query: Subquery): RawBuilder<string | object[]> {
  return isPostgres(db) ? jsonArrayOnPostgres(query) : jsonArrayOnSqlite(query)
}

export function readJsonRows<Row>(rows: string | object[]): Row[] {
  return (typeof rows === 'string' ? JSON.parse(rows) : rows) as Row[]
}

/** Independent of the server's locale, as in the indexes. */
export function lowerCase(db: Queryable, column: string): RawBuilder<string> {
  const name = sql.ref(column)
  return isPostgres(db) ? sql<string>`lower(${name} collate "C")` : sql<string>`lower(${name})`
}

export function containsText(db: Queryable, column: string, text: string): RawBuilder<boolean> {
  const lower = text.toLowerCase()
  const spellings = new Set(
    /^[\x20-\x7e]*$/.test(text) ? [text] : [text, lower, text.toUpperCase(), capitalized(lower)],
  )
  const like = sql.raw(isPostgres(db) ? 'ilike' : 'like')
  const matches = [...spellings].map((spelling) => {
    const pattern = `%${spelling.replace(/[\\%_]/g, '\\$&')}%`
    return sql`${sql.ref(column)} ${like} ${pattern} escape ${sql.lit('\\')}`
  })
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

function capitalized(text: string): string {
  return text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

export function currentTime(db: Queryable): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql<number>`${Date.now()}`
}

/** One array parameter keeps the statement the same for any number of values. */
export function isOneOf(
  db: Queryable,
  column: string,
  values: string[],
  type: 'uuid' | 'text' = 'uuid',
): RawBuilder<boolean> {
  const name = sql.ref(column)
  return isPostgres(db)
    ? sql<boolean>`${name} = any(cast(${values} as ${sql.raw(`${type}[]`)}))`
    : sql<boolean>`${name} in (select value from json_each(${JSON.stringify(values)}))`
}

/** The last column of the key must identify a row by itself. */
export function isOneOfRows<Column extends string>(
  db: Queryable,
  key: Column[],
  rows: Record<Column, string>[],
): RawBuilder<boolean> {
  if (isPostgres(db)) {
    // The last column suffices, but with the others Citus finds the nodes.
    const conditions = key.map((column) => isOneOf(db, column, [...new Set(rows.map((row) => row[column]))]))
    return sql<boolean>`(${sql.join(conditions, sql` and `)})`
  }
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const values = sql.raw(key.map((_, index) => `value ->> ${index}`).join(', '))
  const keys = rows.map((row) => key.map((column) => row[column]))
  return sql<boolean>`(${columns}) in (select ${values} from json_each(${JSON.stringify(keys)}))`
}

export const LAST_CHARACTER = '\u{10ffff}'

export function beginsWith(column: string, prefix: string): RawBuilder<boolean> {
  const name = sql.ref(column)
  return sql<boolean>`(${name} >= ${prefix} and ${name} < ${prefix + LAST_CHARACTER})`
}
