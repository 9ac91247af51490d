import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { postgresFullText } from './full-text-postgres.ts'
import { sqliteFullText } from './full-text-sqlite.ts'

// Both engines store and find words that our own tokenizer has found in texts. The newest rows have the highest numbers.

export type FullTextTable = 'search_documents' | 'search_people'

/** A word that must be in a row; a prefix also finds rows with a longer word. */
export type Term = { word: string; isPrefix: boolean }

export type Search = {
  table: FullTextTable
  terms: Term[]
  /** Only rows with a lower number. */
  before?: number | undefined
  limit: number
  /** What is returned of each row in addition to its number. Joins and conditions also use the row as `hit`. */
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  where: RawBuilder<boolean>
}

/** The columns include the key: the distribution column, and for a comment its id. */
export type IndexRow<Number = number> = {
  number: Number
  columns: Record<string, string | null>
  words: string[]
}

export type FullText = {
  /** Stores rows, or replaces those that have the same number and key. */
  store(trx: Queryable, table: FullTextTable, rows: IndexRow[]): Promise<void>
  /** The newest rows that have all of these words, newest first. */
  find<Row>(db: Queryable, search: Search): Promise<(Row & { number: number })[]>
  clear(trx: Queryable, table: FullTextTable): Promise<void>
}

export const fullTextOf = (db: Queryable): FullText => (isPostgres(db) ? postgresFullText : sqliteFullText)

// What exists when everything is indexed counts down from here, the newest first; what is written later counts up.
// In the middle of a partition of PostgreSQL, so that a small community has one.
const FIRST_NUMBER = 2 ** 27 + 2 ** 16

/** Where rows go that are not indexed yet. */
export type Place = 'newest' | 'oldest'

/** Stores rows in the order of their age. Those that are indexed already keep their numbers. */
export async function storeRows(
  trx: Queryable,
  table: FullTextTable,
  rows: IndexRow<number | null>[],
  place: Place,
): Promise<void> {
  if (rows.length === 0) return
  const numbers = trx
    .selectFrom(table)
    .select(({ fn }) => fn[place === 'newest' ? 'max' : 'min']<number | null>('number').as('last'))
  const { last } = await numbers.executeTakeFirstOrThrow()
  const added = rows.filter(({ number }) => number === null).length
  let next = place === 'newest' ? (last ?? FIRST_NUMBER - 1) + 1 : (last ?? FIRST_NUMBER) - added
  const numbered = rows.map((row) => ({ ...row, number: row.number ?? next++ }))
  await fullTextOf(trx).store(trx, table, numbered)
}
