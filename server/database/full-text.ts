import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine, Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'

// Finds rows by words that our own code has cut out of texts. On PostgreSQL the words of a row are a tsvector under
// GIN. On SQLite they are in an FTS5 table without content, under a number that grows with the id of the row.

export type FullTextTable = 'search_entries' | 'search_people'

/** A word that must be in a row; a prefix also finds rows with a longer word. */
export type Term = { word: string; isPrefix: boolean }

const wordsOf = (table: FullTextTable) => `${table}_words`

/** Whether a table of SQLite belongs to a full-text index, which can always be made again. */
export function isFullTextIndex(table: string): boolean {
  return /^search_(?:entries|people)_words(?:_|$)/.test(table)
}

/** Gives a new table, which has an `id`, an index of words. */
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

/** The column that a table with words has: the words themselves, or where they are. */
export function fullTextColumn(engine: Engine): string {
  return engine === 'postgres' ? 'words tsvector not null' : 'doc integer not null'
}

/** Stores a row with its words, or replaces all but its key. */
export async function storeWords(
  trx: Queryable,
  table: FullTextTable,
  row: Record<string, string | null> & { id: string },
  key: string[],
  words: string[],
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row))
  const conflict = sql.join(key.map((name) => sql.ref(name)))
  const others = Object.keys(row).filter((name) => !key.includes(name))
  if (isPostgres(trx)) {
    await sql`insert into ${sql.table(table)} (${columns}, words)
      values (${values}, array_to_tsvector(cast(${words} as text[])))
      on conflict (${conflict}) do update set ${sql.join(['words', ...others].map(replaced))}`.execute(trx)
    return
  }
  const isRow = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name] ?? ''}`),
    sql` and `,
  )
  const { rows } = await sql<{ doc: number }>`select doc from ${sql.table(table)} where ${isRow}`.execute(trx)
  const doc = rows[0]?.doc ?? (await freeDoc(trx, table, row.id))
  const index = sql.table(wordsOf(table))
  if (rows[0]) await sql`delete from ${index} where rowid = ${doc}`.execute(trx)
  await sql`insert into ${sql.table(table)} (${columns}, doc) values (${values}, ${doc})
    on conflict (${conflict}) do update set ${sql.join(others.map(replaced))}`.execute(trx)
  await sql`insert into ${index} (rowid, words) values (${doc}, ${words.map(encode).join(' ')})`.execute(trx)
}

const replaced = (column: string) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`

/** Numbers that sort like ids: 42 bits of milliseconds, then 11 bits of the counter. */
function docOf(id: string): number {
  const milliseconds = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) % 2 ** 42
  return milliseconds * 2 ** 11 + (Number.parseInt(id.slice(15, 18), 16) >> 1)
}

/** Two processes may have made ids in the same millisecond. */
async function freeDoc(trx: Queryable, table: FullTextTable, id: string): Promise<number> {
  for (let doc = docOf(id); ; doc++) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where doc = ${doc}`.execute(trx)
    if (rows.length === 0) return doc
  }
}

// FTS5 takes only letters and digits of ASCII, and all other characters, as parts of a word.
function encode(word: string): string {
  return word.replaceAll(/[\0-\x2f\x3a-\x60\x7b-\x7f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
}

export type Search = {
  table: FullTextTable
  terms: Term[]
  /** Only rows with smaller ids. */
  before: string | undefined
  limit: number
  /** Joins that use the row as `hit`, such as those of what is shown of it. */
  joins?: RawBuilder<unknown>
  where?: RawBuilder<boolean>
  select: RawBuilder<unknown>
}

// A common word is found among the newest rows. Only a rare one is looked for in the whole index of PostgreSQL, which
// has no order: all rows that it finds are sorted.
const NEWEST = 2_000

/** The newest rows that have all of these words. */
export async function findByWords<Row>(db: Queryable, search: Search): Promise<Row[]> {
  if (!isPostgres(db)) return (await onSqlite(search).execute(db)).rows as Row[]
  const { table } = search
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} as hit
    where ${isBefore(search)} order by id desc offset ${sql.lit(NEWEST)} limit 1`.execute(db)
  const oldest = rows[0]?.id
  const among = oldest === undefined ? sql`true` : sql`hit.id > ${oldest}`
  const found = await onPostgres(search, sql`${among}`, sql`hit.id`).execute(db)
  if (oldest === undefined || found.rows.length >= search.limit) return found.rows as Row[]
  // Sorted by an expression, so that PostgreSQL does not go through all rows in the order of their ids.
  return (await onPostgres(search, sql`true`, sql`cast(hit.id as text)`).execute(db)).rows as Row[]
}

function onSqlite({ table, terms, before, limit, joins = sql``, where = sql`true`, select }: Search) {
  const index = sql.table(wordsOf(table))
  const query = terms.map(({ word, isPrefix }) => `"${encode(word)}"${isPrefix ? '*' : ''}`).join(' AND ')
  const start =
    before === undefined
      ? sql`true`
      : sql`${index}.rowid < coalesce((select doc from ${sql.table(table)} where id = ${before}), ${docOf(before)})`
  return sql`select ${select} from ${index} cross join ${sql.table(table)} as hit on hit.doc = ${index}.rowid ${joins}
    where ${index} match ${query} and ${start} and ${where}
    order by ${index}.rowid desc limit ${limit}`
}

function onPostgres(search: Search, among: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { table, terms, limit, joins = sql``, where = sql`true`, select } = search
  const query = terms.map(
    ({ word, isPrefix }) => `'${word.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
  )
  return sql`select ${select} from ${sql.table(table)} as hit ${joins}
    where hit.words @@ cast(${query.join(' & ')} as tsquery) and ${isBefore(search)} and ${among} and ${where}
    order by ${order} desc limit ${limit}`
}

function isBefore({ before }: Search) {
  return before === undefined ? sql`true` : sql`hit.id < ${before}`
}
