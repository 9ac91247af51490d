import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { postgresFullText } from './full-text-postgres.ts'
import { sqliteFullText } from './full-text-sqlite.ts'

// Both engines store and find words that our own tokenizer has found in texts. Rows have numbers that grow with their age,
// so the newest hits are those with the highest numbers.

export type FullTextTable = 'search_documents' | 'search_people'

/** A word that must be in a row; a prefix also finds rows with a longer word. */
export type Term = { word: string; isPrefix: boolean }

/** A row with its words. The columns include its key: the distribution column, and for a comment its id. */
export type IndexRow = { columns: Record<string, string | null>; words: string[] }
export type NumberedRow = IndexRow & { number: number }

export type Search = {
  table: FullTextTable
  terms: Term[]
  /** Only rows with a lower number. */
  before?: number | undefined
  /** Only rows with this number or a higher one. */
  from?: number | undefined
  limit: number
  /** Joins and conditions that use the row as `hit`. */
  joins?: RawBuilder<unknown>
  where?: RawBuilder<boolean>
  /** What is returned of each row, by name, in addition to its number. */
  columns: Record<string, RawBuilder<unknown>>
}

export type FullText = {
  /** Stores rows, or replaces those that have the same number and key. */
  store(trx: Queryable, table: FullTextTable, rows: NumberedRow[]): Promise<void>
  /** The newest rows that have all of these words, newest first. */
  find<Row>(db: Queryable, search: Search): Promise<(Row & { number: number })[]>
  clear(trx: Queryable, table: FullTextTable): Promise<void>
}

export function fullTextOf(db: Queryable): FullText {
  return isPostgres(db) ? postgresFullText : sqliteFullText
}

// What exists when everything is indexed counts down from here, the newest first; what is written later counts up.
// In the middle of a partition of PostgreSQL, so that a small community has one.
const FIRST_NUMBER = 2 ** 27 + 2 ** 16

/**
 * Stores rows that are in the order of their age. New ones become the newest of all, or the oldest if everything is being
 * indexed; those that are stored already, with these numbers, keep their place.
 */
export async function storeRows(
  trx: Queryable,
  table: FullTextTable,
  rows: (IndexRow & { number: number | undefined })[],
  place: 'newest' | 'oldest',
): Promise<void> {
  if (rows.length === 0) return
  const added = rows.filter(({ number }) => number === undefined).length
  const { end } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn[place === 'newest' ? 'max' : 'min']<number | null>('number').as('end'))
    .executeTakeFirstOrThrow()
  let next = place === 'newest' ? (end ?? FIRST_NUMBER - 1) + 1 : (end ?? FIRST_NUMBER) - added
  const numbered = rows.map((row) => ({ ...row, number: row.number ?? next++ }))
  await fullTextOf(trx).store(trx, table, numbered)
}
