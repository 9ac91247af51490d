import { type RawBuilder, sql } from 'kysely'
import { untilTickHasTime } from '../ticks.ts'
import type { Queryable } from './database.ts'
import { columnsAs } from './expressions.ts'
import type { FullTextTable, Search, Term } from './full-text.ts'
import { type FoundBucket, findBuckets } from './full-text-buckets.ts'
import { statement, storedId, withTextIds, wordsOf } from './full-text-sqlite-rows.ts'
import { askSets } from './full-text-sqlite-sets.ts'
import {
  beginningIn,
  type Candidate,
  findCandidates,
  type Lookup,
  lookUp,
  wordIn,
} from './full-text-sqlite-terms.ts'

// FTS5 blocks all other searches while it merges the rows of a beginning.
const BEGINNINGS_AT_ONCE = 3
// Reading a text and cutting it into words takes as long as merging so many rows.
const ROWS_PER_TEXT = 120
const ROWS_AT_ONCE = 500

/** Finds the numbers of the rows that match a query, in one value: thousands of rows would take longer. */
function matchingIn(table: FullTextTable) {
  const words = sql.table(wordsOf(table))
  return statement(
    (query: string, first: number, last: number) => sql<{ docs: string }>`select json_group_array(doc) as docs
      from (
        select rowid as doc from ${words}
        where ${words} match ${query} and ${words}.rowid between ${first} and ${last}
      )`,
  )
}

const MATCHING = {
  search_entries: matchingIn('search_entries'),
  search_people: matchingIn('search_people'),
}

/** The statements of a search, which runs them for one bucket after another. */
function statementsOfSearch<Row>({ table, joins, where = sql`true`, columns }: Search) {
  const index = sql.table(wordsOf(table))
  // SQLite never goes through the other table first if it is a cross join.
  const joined = joins?.(sql`cross join`) ?? sql``
  const shown = { ...columns, doc: sql`hit.doc` }
  const hitsOf = (from: RawBuilder<unknown>, most: number) =>
    inLists(
      Object.keys(shown),
      sql`select ${columnsAs(shown)} from ${withTextIds(table, from)} as hit ${joined} where ${where} limit ${most}`,
    )
  const hits = statement((query: string, before: number, most: number) =>
    hitsOf(
      sql`from ${index} cross join ${sql.table(table)} on doc = ${index}.rowid
        where ${index} match ${query} and ${index}.rowid < ${before} order by ${index}.rowid desc`,
      most,
    ),
  )
  const hitsAmong = statement((docs: string, most: number) =>
    hitsOf(
      sql`from (select value from json_each(${docs})) as wanted
        cross join ${sql.table(table)} on doc = wanted.value`,
      most,
    ),
  )
  type Hit = Row & { doc: number }
  return {
    hits: async (db: Queryable, query: string, { end, limit }: Part) =>
      fromLists<Hit>((await hits(db, query, end, limit)).rows),
    hitsAmong: async (db: Queryable, docs: number[], limit: number) =>
      fromLists<Hit>((await hitsAmong(db, JSON.stringify(docs), limit)).rows),
  }
}

type SearchStatements<Row> = ReturnType<typeof statementsOfSearch<Row>>

/** The rows of a query as one list for each column: making thousands of rows takes a third longer. */
function inLists(names: string[], query: RawBuilder<unknown>) {
  const lists = names.map((name) => sql`json_group_array(${sql.ref(name)}) as ${sql.ref(name)}`)
  return sql<Record<string, string>>`select ${sql.join(lists)} from (${query})`
}

function fromLists<Row>([lists = {}]: Record<string, string>[]): Row[] {
  const columns = Object.entries(lists).map(([name, list]) => ({
    name,
    values: JSON.parse(list) as unknown[],
  }))
  const count = columns[0]?.values.length ?? 0
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const { name, values } of columns) row[name] = values[index]
    return row as Row
  })
}

export async function findOnSqlite<Row extends { id: string }>(
  db: Queryable,
  search: Search,
): Promise<Row[]> {
  const buckets = await findBuckets(db, search)
  const found = await findInBuckets<Row>(db, search, buckets)
  // Sets tell the numbers of rows, which were perhaps given to other rows before these were read.
  if (await areUpToDate(db, search, buckets)) return found
  return findInBuckets(
    db,
    search,
    buckets.map((bucket) => ({ ...bucket, summedUp: null })),
  )
}

/** Whether the sets of these buckets are still up to date. */
async function areUpToDate(db: Queryable, search: Search, buckets: FoundBucket[]): Promise<boolean> {
  if (buckets.every(({ summedUp }) => summedUp === null)) return true
  const now = new Set((await findBuckets(db, search)).map(({ summedUp }) => summedUp))
  return buckets.every(({ summedUp }) => now.has(summedUp))
}

async function findInBuckets<Row extends { id: string }>(
  db: Queryable,
  search: Search,
  buckets: FoundBucket[],
): Promise<Row[]> {
  const { table, before, limit } = search
  const statements = statementsOfSearch<Row>(search)
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : await firstDocFrom(db, table, before)
  const manyTerms = new Set<Term>()
  const found: Row[] = []
  for (let start = 0, count = 1; start < buckets.length && found.length < limit; start += count, count *= 2) {
    const next = await askSets(db, buckets.slice(start, start + count), search.terms)
    for (const candidate of await findCandidates(db, search, next)) {
      if (found.length >= limit) break
      // Words that are frequent but rarely together are compared in all buckets, which takes longer than others may wait.
      await untilTickHasTime()
      const part = { end, limit: limit - found.length }
      const lookup = await lookUp(db, search, candidate, manyTerms)
      const rows = await findInBucket<Row>(db, search, statements, candidate, lookup, part)
      found.push(...(search.tellsWhole ? await tellWhole(db, search, candidate.code, rows) : rows))
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

type Part = { end: number; limit: number }

/** The newest rows of a bucket with numbers below the end. */
async function findInBucket<Row extends { id: string }>(
  db: Queryable,
  search: Search,
  statements: SearchStatements<Row>,
  candidate: Candidate,
  lookup: Lookup,
  part: Part,
): Promise<(Row & { doc: number })[]> {
  const { narrow, broad } = lookup
  if (candidate.docsOfOthers) return findAmongKnown(db, search, statements, candidate, lookup, part)
  if (broad.length === 0) return statements.hits(db, narrow.join(' AND '), part)
  if (narrow.length > 0 && search.confirm) {
    const few = fewTexts(broad)
    const rows = await statements.hits(db, narrow.join(' AND '), { ...part, limit: few })
    if (rows.length < few) return (await confirmRows(search, rows, broad)).slice(0, part.limit)
  }
  return findByBeginnings(db, search, statements, candidate, lookup, part)
}

/** The same, if sets tell which rows have some of the terms. */
async function findAmongKnown<Row extends { id: string }>(
  db: Queryable,
  search: Search,
  statements: SearchStatements<Row>,
  { code, docsOfOthers = () => [] }: Candidate,
  { narrow, broad }: Lookup,
  part: Part,
): Promise<(Row & { doc: number })[]> {
  const last = part.end - 1
  const matching =
    narrow.length > 0
      ? await findMatching(db, search.table, narrow.join(' AND '), { first: 0, last })
      : undefined
  const known = docsOfOthers(matching)
    .filter((doc) => doc <= last)
    .reverse()
  if (broad.length === 0) return findAmong(db, statements, known, part)
  if (known.length < fewTexts(broad) && search.confirm) {
    const rows = await findAmong<Row>(db, statements, known, { ...part, limit: known.length })
    return (await confirmRows(search, rows, broad)).slice(0, part.limit)
  }
  const queries = inParts(broad.map(({ term }) => beginningIn(code, term)))
  return findAmong(db, statements, await findDocs(db, search, queries, part, known), part)
}

/** Of so many rows, the index is asked for the broad terms instead of cutting their texts. */
function fewTexts(broad: Lookup['broad']): number {
  return Math.ceil(Math.max(...broad.map(({ rows }) => rows)) / ROWS_PER_TEXT)
}

/** Those that have the broad terms in their texts. */
async function confirmRows<Row extends { id: string }>(
  { confirm }: Search,
  rows: Row[],
  broad: Lookup['broad'],
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const confirmed = await confirm?.(
    ids,
    broad.map(({ term }) => term),
  )
  return rows.filter(({ id }) => confirmed?.has(id))
}

/** All rows of the broad terms are merged, of a few at a time. */
async function findByBeginnings<Row>(
  db: Queryable,
  search: Search,
  statements: SearchStatements<Row>,
  { code }: Candidate,
  { narrow, broad }: Lookup,
  part: Part,
): Promise<(Row & { doc: number })[]> {
  const beginnings = broad.map(({ term }) => beginningIn(code, term))
  const [first = '', ...others] = inParts(beginnings)
  const query = [...narrow, first].join(' AND ')
  if (others.length === 0) return statements.hits(db, query, part)
  return findAmong(db, statements, await findDocs(db, search, [query, ...others], part), part)
}

function inParts(beginnings: string[]): string[] {
  const parts: string[] = []
  for (let start = 0; start < beginnings.length; start += BEGINNINGS_AT_ONCE) {
    parts.push(beginnings.slice(start, start + BEGINNINGS_AT_ONCE).join(' AND '))
  }
  return parts
}

/** The numbers of the rows that match all queries, newest first. Other requests run between the queries. */
async function findDocs(
  db: Queryable,
  { table }: Search,
  queries: string[],
  { end }: Part,
  among?: number[],
): Promise<number[]> {
  let docs = among
  for (const query of queries) {
    await untilTickHasTime()
    const matching = await findMatching(db, table, query, { first: 0, last: end - 1 })
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
    const some = docs.slice(start, start + ROWS_AT_ONCE)
    found.push(...(await hitsAmong(db, some, limit - found.length)))
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
  const query = terms.map((term) => wordIn(bucket, term)).join(' AND ')
  const [first, last] = [rows.at(-1)?.doc ?? 0, rows[0]?.doc ?? 0]
  const docs = new Set(await findMatching(db, table, query, { first, last }))
  return rows.map((row) => Object.assign(row, { whole: docs.has(row.doc) }))
}

/** The numbers of the rows that match a query, in their order. */
async function findMatching(
  db: Queryable,
  table: FullTextTable,
  query: string,
  { first, last }: { first: number; last: number },
): Promise<number[]> {
  const { rows } = await MATCHING[table](db, query, first, last)
  return JSON.parse(rows[0]?.docs ?? '[]')
}
