import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine, Queryable } from './database.ts'
import { isOneOfEntries, isPostgres } from './expressions.ts'
import { placeInBuckets } from './full-text-buckets.ts'
import { findOnPostgres, storeOnPostgres } from './full-text-postgres.ts'
import { findOnSqlite } from './full-text-sqlite-find.ts'
import { wordsOf } from './full-text-sqlite-rows.ts'
import { findStoredOnSqlite, storeOnSqlite } from './full-text-sqlite-store.ts'

// Finds rows by words that our own code has cut out of texts. On PostgreSQL the words of a row are a tsvector under
// GIN. On SQLite they are in an FTS5 table without content, under a number that grows with the id of the row.

export type FullTextTable = 'search_entries' | 'search_people'

/** A word that must be in a row; a prefix also finds rows with a longer word. */
export type Term = { word: string; isPrefix: boolean }

/** Whether a table of SQLite belongs to a full-text index, which can always be made again. */
export function isFullTextIndex(table: string): boolean {
  return /^search_(?:entries|people)_(?:words|terms)(?:_|$)/.test(table)
}

/** Gives a new table, which has an `id`, the index of words that it had before there were buckets. */
export async function createFullText(
  db: Kysely<unknown>,
  engine: Engine,
  table: FullTextTable,
): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const words = wordsOf(table)
  if (engine === 'postgres') {
    await run(`create index ${words} on ${table} using gin (words)`)
    await run(`create index ${table}_by_id on ${table} (id)`)
    return
  }
  await run(`create unique index ${table}_by_doc on ${table} (doc)`)
  await run(`create virtual table ${words} using fts5
    (words, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='2')`)
  await run(`create trigger ${table}_deleted after delete on ${table}
    begin delete from ${words} where rowid = old.doc; end`)
}

/** The column that such a table had: the words themselves, or where they are. */
export function fullTextColumn(engine: Engine): string {
  return engine === 'postgres' ? 'words tsvector not null' : 'doc integer not null'
}

/** A row of a table with words; the columns besides the words include the id and the key. */
export type WordsRow = { columns: Record<string, string> & { id: string }; words: string[] }

/** A row with the code of its bucket. */
export type PlacedRow = WordsRow & { bucket: string }

/**
 * Stores rows with their words, or replaces all but their keys. While everything is indexed, rows that are newer than the
 * start of that must leave room for the older ones, which come later.
 */
export async function storeWords(
  trx: Queryable,
  table: FullTextTable,
  rows: WordsRow[],
  indexingSince: string | undefined,
): Promise<void> {
  if (rows.length === 0) return
  const sorted = rows.toSorted((a, b) => (a.columns.id < b.columns.id ? -1 : 1))
  const buckets = await placeInBuckets(
    trx,
    table,
    sorted.map(({ columns }) => columns.id),
  )
  const placed = sorted.map((row, index) => ({ ...row, bucket: buckets[index] ?? '' }))
  if (isPostgres(trx)) await storeOnPostgres(trx, table, placed)
  else await storeOnSqlite(trx, table, placed, indexingSince)
}

/** Which of these entries are stored. */
export async function findStored(
  db: Queryable,
  entries: { post_id: string; id: string }[],
): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  if (!isPostgres(db))
    return findStoredOnSqlite(
      db,
      entries.map(({ id }) => id),
    )
  const rows = await db.selectFrom('search_entries').select('id').where(isOneOfEntries(db, entries)).execute()
  return new Set(rows.map(({ id }) => id))
}

export type Search = {
  table: FullTextTable
  terms: Term[]
  /** Only rows with smaller ids. */
  before: string | undefined
  limit: number
  /** Joins that use the row as `hit`, such as those of what is shown of it. The first one begins with `join`. */
  joins?(join: RawBuilder<unknown>): RawBuilder<unknown>
  where?: RawBuilder<boolean>
  /** What is shown of each row, by names. */
  columns: Record<string, RawBuilder<unknown>> & { id: RawBuilder<unknown> }
  /** Whether each row tells as `whole` if it has all of the words as they are, and not only longer ones. */
  tellsWhole?: true
  /** Which of these rows have the words, by their texts; where it is cheaper than the index. */
  confirm?(ids: string[], terms: Term[]): Promise<Set<string>>
}

/** The newest rows that have all of these words, newest first. */
export async function findByWords<Row extends { id: string }>(db: Queryable, search: Search): Promise<Row[]> {
  const found = isPostgres(db) ? await findOnPostgres<Row>(db, search) : await findOnSqlite<Row>(db, search)
  return found.sort((a, b) => (a.id < b.id ? 1 : -1))
}
