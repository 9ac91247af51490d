import { type RawBuilder, sql } from 'kysely'
import { untilTickHasTime } from '../ticks.ts'
import type { Queryable } from './database.ts'
import { LAST_CHARACTER } from './expressions.ts'
import type { FullTextTable, Search, Term } from './full-text.ts'
import { type FoundBucket, findBuckets } from './full-text-buckets.ts'
import { areNeverTogether } from './full-text-frequent.ts'
import { columnsOf, encode, statement, storedId, termsOf, wordsOf } from './full-text-sqlite-rows.ts'

// A beginning of more words is looked up as such: FTS5 then reads all of their rows in a bucket at once.
const MAX_WORDS = 16
// FTS5 merges all rows of such a beginning before it returns the first one, and blocks all other searches meanwhile.
const BEGINNINGS_AT_ONCE = 3
const BUCKETS_AT_ONCE = 4
const CONFIRMED_AT_ONCE = 100
const ROWS_AT_ONCE = 500

/** The statements of a table. */
function statementsOf(table: FullTextTable) {
  const words = sql.table(wordsOf(table))
  const firstTerm = (from: RawBuilder<unknown>, end: string) =>
    sql`(select term from ${sql.table(termsOf(table))} where term >= ${from} and term < ${end} limit 1)`
  return {
    // Each term is sought, past all rows of the one before.
    firstTerms: statement(
      (beginning: string, end: string) => sql<{ term: string }>`with recursive found (term) as (
          select ${firstTerm(sql`${beginning}`, end)}
          union all select ${firstTerm(sql`found.term || char(1)`, end)} from found where found.term is not null
        ) select term from found where term is not null limit ${sql.lit(MAX_WORDS + 1)}`,
    ),
    matching: statement(
      (query: string, first: number, last: number) => sql<{ doc: number }>`select rowid as doc from ${words}
        where ${words} match ${query} and ${words}.rowid between ${first} and ${last}`,
    ),
  }
}

const STATEMENTS = {
  search_entries: statementsOf('search_entries'),
  search_people: statementsOf('search_people'),
}

/** What a bucket is asked for: rows that match all of the queries and have the broad terms, which are not in them. */
type Lookup = { queries: string[]; broad: Term[] }

/** The statements of a search, which runs them for one bucket after another. */
function statementsOfSearch<Row>({ table, terms, joins, where = sql`true`, select }: Search) {
  const [known, index] = [sql.table(termsOf(table)), sql.table(wordsOf(table))]
  const conditions = terms.map(({ word, isPrefix }) => {
    const start = sql`bucket_code.value || ${encode(word)}`
    return isPrefix
      ? sql`exists (select 1 from ${known} where ${beginsWithCode(start)})`
      : sql`exists (select 1 from ${index} where ${index} match '"' || ${start} || '"')`
  })
  const hasAll = conditions.reduceRight(
    (rest, condition) => sql`case when ${condition} then ${rest} end`,
    sql`true`,
  )
  // SQLite never goes through the other table first if it is a cross join.
  const joined = joins?.(sql`cross join`) ?? sql``
  return {
    candidates: statement(
      (buckets: string) => sql<{ key: number }>`select key
        from json_each(${buckets}) as bucket_code where ${hasAll} limit ${sql.lit(BUCKETS_AT_ONCE)}`,
    ),
    // With a limit, even none, SQLite takes the rows of the inner query one by one as it finds them, and makes the text of
    // an id once. It would otherwise do so wherever the id is used.
    hits: statement(
      (query: string, before: number, most: number) => sql<
        Row & { doc: number }
      >`select ${select}, hit.doc from (
          select ${columnsOf(table)} from ${index} cross join ${sql.table(table)} on doc = ${index}.rowid
          where ${index} match ${query} and ${index}.rowid < ${before}
          order by ${index}.rowid desc limit -1
        ) as hit ${joined} where ${where} limit ${most}`,
    ),
    hitsAmong: statement(
      (docs: string, most: number) => sql<Row & { doc: number }>`select ${select}, hit.doc from (
          select ${columnsOf(table)} from (select value from json_each(${docs})) as wanted
          cross join ${sql.table(table)} on doc = wanted.value
          limit -1
        ) as hit ${joined} where ${where} limit ${most}`,
    ),
  }
}

type SearchStatements<Row> = ReturnType<typeof statementsOfSearch<Row>>

export async function findOnSqlite<Row extends { id: string }>(
  db: Queryable,
  search: Search,
): Promise<Row[]> {
  const { table, before, limit } = search
  const statements = statementsOfSearch<Row>(search)
  const buckets = await findBuckets(db, search)
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : await firstDocFrom(db, table, before)
  const found: Row[] = []
  while (buckets.length > 0 && found.length < limit) {
    const candidates = await takeCandidates(db, statements, buckets)
    for (const { code, summedUp } of candidates) {
      if (found.length >= limit) break
      if (summedUp !== null && (await areNeverTogether(db, summedUp, search.terms))) continue
      // Words that are frequent but rarely together are compared in all buckets, which takes longer than others may wait.
      await untilTickHasTime()
      const lookup = await lookUp(db, search, code)
      const rows = await findInBucket(db, search, statements, lookup, { end, limit: limit - found.length })
      found.push(...(search.tellsWhole ? await tellWhole(db, search, code, rows) : rows))
    }
  }
  return found
}

/** The number of the first row with this id or a larger one. */
async function firstDocFrom(db: Queryable, table: FullTextTable, id: string): Promise<number> {
  const { rows } = await sql<{ doc: number }>`select doc from ${sql.table(table)}
    where id >= ${storedId(table, id)} and doc > 0 order by id limit 1`.execute(db)
  return rows[0]?.doc ?? Number.MAX_SAFE_INTEGER
}

/** Takes the first buckets that have all of the terms off the list, with those before them. */
async function takeCandidates<Row>(
  db: Queryable,
  { candidates }: SearchStatements<Row>,
  buckets: FoundBucket[],
): Promise<FoundBucket[]> {
  const { rows } = await candidates(db, JSON.stringify(buckets.map(({ code }) => code)))
  const taken = buckets.splice(
    0,
    rows.length < BUCKETS_AT_ONCE ? buckets.length : (rows.at(-1)?.key ?? 0) + 1,
  )
  return rows.flatMap(({ key }) => taken[key] ?? [])
}

/** Whether a term begins with a code and a word. */
function beginsWithCode(start: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`term >= ${start} and term < ${start} || ${LAST_CHARACTER}`
}

/** The first terms with a beginning, and one more than are looked up. */
async function findTerms(db: Queryable, table: FullTextTable, beginning: string): Promise<string[]> {
  const { rows } = await STATEMENTS[table].firstTerms(db, beginning, beginning + LAST_CHARACTER)
  return rows.map(({ term }) => term)
}

async function lookUp(db: Queryable, { table, terms, confirm }: Search, bucket: string): Promise<Lookup> {
  const quote = (word: string) => `"${bucket}${encode(word)}"`
  const narrow: string[] = []
  const broad: Term[] = []
  for (const term of terms) {
    if (!term.isPrefix) {
      narrow.push(quote(term.word))
      continue
    }
    const found = await findTerms(db, table, bucket + encode(term.word))
    if (found.length > MAX_WORDS) broad.push(term)
    else if (found.length === 0) narrow.push(quote(term.word))
    else narrow.push(`(${found.map((word) => `"${word}"`).join(' OR ')})`)
  }
  if (narrow.length > 0 && confirm) return { queries: [narrow.join(' AND ')], broad }
  const beginnings = broad.map(({ word }) => `${quote(word)}*`)
  const queries = [[...narrow, ...beginnings.splice(0, BEGINNINGS_AT_ONCE)].join(' AND ')]
  while (beginnings.length > 0) queries.push(beginnings.splice(0, BEGINNINGS_AT_ONCE).join(' AND '))
  return { queries, broad: [] }
}

type Part = { end: number; limit: number }

/** The newest rows of a bucket with numbers below the end. */
async function findInBucket<Row extends { id: string }>(
  db: Queryable,
  search: Search,
  statements: SearchStatements<Row>,
  { queries, broad }: Lookup,
  part: Part,
): Promise<(Row & { doc: number })[]> {
  const [query = '', ...others] = queries
  if (others.length > 0) return findAmong(db, statements, await findDocs(db, search, queries, part), part)
  if (broad.length > 0) return findConfirmed(db, search, statements, query, broad, part)
  return (await statements.hits(db, query, part.end, part.limit)).rows
}

/** Those that have the broad terms in their texts. */
async function findConfirmed<Row extends { id: string }>(
  db: Queryable,
  { confirm }: Search,
  { hits }: SearchStatements<Row>,
  query: string,
  broad: Term[],
  { end, limit }: Part,
): Promise<(Row & { doc: number })[]> {
  const found: (Row & { doc: number })[] = []
  for (let before = end; found.length < limit; ) {
    const { rows } = await hits(db, query, before, CONFIRMED_AT_ONCE)
    const ids = rows.map(({ id }) => id)
    const confirmed = await confirm?.(ids, broad)
    found.push(...rows.filter(({ id }) => confirmed?.has(id)))
    if (rows.length < CONFIRMED_AT_ONCE) break
    before = rows.at(-1)?.doc ?? 0
  }
  return found.slice(0, limit)
}

/** The numbers of the rows that match all queries, newest first. Other requests run between the queries. */
async function findDocs(
  db: Queryable,
  { table }: Search,
  queries: string[],
  { end }: Part,
): Promise<number[]> {
  let docs: number[] | undefined
  for (const query of queries) {
    await untilTickHasTime()
    const { rows } = await STATEMENTS[table].matching(db, query, 0, end - 1)
    const matching = rows.map(({ doc }) => doc)
    const isMatching = new Set(matching)
    docs = docs ? docs.filter((doc) => isMatching.has(doc)) : matching.reverse()
  }
  return docs ?? []
}

async function findAmong<Row>(
  db: Queryable,
  { hitsAmong }: SearchStatements<Row>,
  docs: number[],
  { limit }: Part,
): Promise<(Row & { doc: number })[]> {
  const found: (Row & { doc: number })[] = []
  for (let start = 0; start < docs.length && found.length < limit; start += ROWS_AT_ONCE) {
    await untilTickHasTime()
    const some = JSON.stringify(docs.slice(start, start + ROWS_AT_ONCE))
    found.push(...(await hitsAmong(db, some, limit - found.length)).rows)
  }
  return found
}

/** The same rows of a bucket, newest first, with whether they have the words as they are. */
async function tellWhole<Row extends { doc: number }>(
  db: Queryable,
  { table, terms }: Search,
  bucket: string,
  rows: Row[],
): Promise<(Row & { whole: boolean })[]> {
  const query = terms.map(({ word }) => `"${bucket}${encode(word)}"`).join(' AND ')
  const { rows: whole } = await STATEMENTS[table].matching(
    db,
    query,
    rows.at(-1)?.doc ?? 0,
    rows[0]?.doc ?? 0,
  )
  const docs = new Set(whole.map(({ doc }) => doc))
  return rows.map((row) => Object.assign(row, { whole: docs.has(row.doc) }))
}
