import type { RawBuilder } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isPostgres } from '../../database/expressions.ts'
import { postgresFullText } from './full-text-postgres.ts'
import { sqliteFullText } from './full-text-sqlite.ts'

// The newest rows have the highest numbers.

export type FullTextTable = 'search_documents' | 'search_people'

export type Term = { word: string; isPrefix: boolean }

export type Search = {
  table: FullTextTable
  terms: Term[]
  before?: number | undefined
  limit: number
  /** `columns`, `joins` and `where` call the row `hit`. */
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  where: RawBuilder<boolean>
}

export type IndexRow<Number = number> = {
  number: Number
  columns: Record<string, string | null>
  words: string[]
}

export type FullText = {
  store(trx: Queryable, table: FullTextTable, rows: IndexRow[]): Promise<void>
  find<Row>(db: Queryable, search: Search): Promise<(Row & { number: number })[]>
  clear(trx: Queryable, table: FullTextTable): Promise<void>
}

export const fullTextOf = (db: Queryable): FullText => (isPostgres(db) ? postgresFullText : sqliteFullText)

// Existing rows count down from here, the middle of a partition, so that small communities have one.
const FIRST_NUMBER = 2 ** 27 + 2 ** 16

export type End = 'newest' | 'oldest'

export async function storeRows(
  trx: Queryable,
  table: FullTextTable,
  rows: IndexRow<number | null>[],
  end: End,
): Promise<void> {
  if (rows.length === 0) return
  const numbers = trx
    .selectFrom(table)
    .select(({ fn }) => fn[end === 'newest' ? 'max' : 'min']<number | null>('number').as('last'))
  const { last } = await numbers.executeTakeFirstOrThrow()
  const added = rows.filter(({ number }) => number === null).length
  let next = end === 'newest' ? (last ?? FIRST_NUMBER - 1) + 1 : (last ?? FIRST_NUMBER) - added
  const numbered = rows.map((row) => ({ ...row, number: row.number ?? next++ }))
  await fullTextOf(trx).store(trx, table, numbered)
}
