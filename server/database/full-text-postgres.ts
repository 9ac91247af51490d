import { type RawBuilder, sql } from 'kysely'
import { MAY_HAVE_NODES } from './changes.ts'
import type { Queryable } from './database.ts'
import { columnsAs } from './expressions.ts'
import type { FullTextTable, PlacedRow, Search, Term } from './full-text.ts'
import { type FoundBucket, findBuckets } from './full-text-buckets.ts'
import { haveWords, splitTerms } from './full-text-postgres-terms.ts'

const KEYS = { search_entries: ['post_id', 'id'], search_people: ['user_id'] }

// GIN indexes these expressions. The words of an entry are text, which is half the size of its tsvector; no search reads
// them, as GIN finds exactly the rows that match.
const VECTORS: Record<FullTextTable, RawBuilder<unknown>> = {
  search_entries: sql`array_to_tsvector(
    string_to_array(hit.bucket || replace(hit.words, E'\\n', E'\\n' || hit.bucket), E'\\n'))`,
  search_people: sql`hit.words`,
}

/** All rows in one statement. */
export async function storeOnPostgres(
  trx: Queryable,
  table: FullTextTable,
  rows: PlacedRow[],
): Promise<void> {
  const stored = rows.map((row) => ({ ...row.columns, ...wordsColumns(table, row) }))
  const names = Object.keys(stored[0] ?? {})
  const values = stored.map((row) => sql`(${sql.join(Object.values(row))})`)
  const updates = names
    .filter((name) => !KEYS[table].includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)}
    on conflict (${sql.join(KEYS[table].map((name) => sql.ref(name)))}) do update set ${sql.join(updates)}`.execute(
    trx,
  )
  if (table === 'search_entries') await addPendingWords(trx)
}

/**
 * GIN keeps the words of new entries in a list until they are added to the index, each word once for all entries that
 * have it: half the work of adding them entry by entry, and a third of the log. That is done at once, because every
 * search goes through the list. Only the owner of the index may; otherwise the list waits for a vacuum.
 */
async function addPendingWords(trx: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list(oid) from pg_class
    where oid = to_regclass('search_entries_words') and pg_has_role(relowner, 'usage')`.execute(trx)
}

/** For several nodes: the shards of an index would keep their lists, as nothing but a vacuum reaches all of them. */
export async function indexWordsOneByOne(trx: Queryable): Promise<void> {
  await sql`alter index search_entries_words set (fastupdate = off)`.execute(trx)
}

function wordsColumns(table: FullTextTable, { words, bucket }: PlacedRow) {
  // Some letters become a space when they are folded, but none becomes the end of a line.
  if (table === 'search_entries') return { bucket, words: words.join('\n') }
  return { words: sql`array_to_tsvector(cast(${words.map((word) => bucket + word)} as text[]))` }
}

/**
 * PostgreSQL looks into the buckets one after another, and only until it has enough: a lateral join is a nested loop
 * over the buckets in their order. The hits of a bucket are sorted before they are joined, so that only those that are
 * shown are looked up. `offset 0` keeps the planner from merging the parts into a join of its own choice.
 */
export async function findOnPostgres<Row>(db: Queryable, search: Search): Promise<Row[]> {
  const { table, limit, joins, where = sql`true`, columns: shown } = search
  const joined = joins?.(sql`join`) ?? sql``
  const [buckets, nodes] = await Promise.all([findBuckets(db, search), hasNodes(db)])
  if (nodes) return findOnNodes(db, search, buckets)
  const { indexed, compared } = await splitTerms(db, search, buckets)
  const columns = [...new Set([...KEYS[table], 'id', 'ctid'])].map((name) => sql.ref(`hit.${name}`))
  const { rows } = await sql<Row>`select shown.*, ${isShownWhole(search)} as whole from ${unnest(buckets)}
    ${withExactTerms(table, indexed)} ${withCommonEntries(search)}
    cross join lateral (
      select ${sql.join(columns)} from ${sql.table(table)} as hit
      where ${matches(table, indexed)} and ${haveWords(compared)} and ${isBefore(search)}
      order by hit.id desc offset 0
    ) as hit
    cross join lateral (
      select ${columnsAs(shown)} from (select 1) as one ${joined} where ${where} offset 0
    ) as shown
    where ${IS_NOT_CACHED}
    limit ${limit}`.execute(db)
  return rows
}

// Always true. But it is volatile, so the planner does not put a cache in front of `shown` (Memoize), which took an eighth of
// the time of ranking although no row is looked up twice.
const IS_NOT_CACHED = sql<boolean>`coalesce(shown.id is not null, random() > 0)`

function unnest(buckets: FoundBucket[]): RawBuilder<unknown> {
  return sql`unnest(cast(${buckets.map(({ code }) => code)} as text[]),
    cast(${buckets.map(({ summedUp }) => summedUp)} as integer[])) as bucket (code, summed_up)`
}

/** Leaves out the buckets in which frequent words among the terms are never in the same entry. */
function withCommonEntries({ table, terms }: Search): RawBuilder<unknown> {
  if (table !== 'search_entries' || terms.length < 2) return sql``
  return sql`cross join lateral (
      select count(*) from search_frequent_words as frequent
      where frequent.bucket = bucket.summed_up and frequent.word = any(cast(${terms.map(({ word }) => word)} as text[]))
      having count(*) < 2 or position(B'1' in bit_and(frequent.bits)) > 0
    ) as meeting`
}

/**
 * Leaves out the buckets without the exact terms, such as those of an author. For a prefix, GIN first reads all rows that
 * have it, even if no row has the other terms. It counts them, because for a single row the planner ignores the index.
 */
function withExactTerms(table: FullTextTable, terms: Term[]): RawBuilder<unknown> {
  const exact = terms.filter(({ isPrefix }) => !isPrefix)
  if (exact.length === 0 || exact.length === terms.length) return sql``
  return sql`cross join lateral (
      select count(*) from ${sql.table(table)} as hit where ${matches(table, exact)} having count(*) > 0
    ) as possible`
}

function matches(table: FullTextTable, terms: Term[]): RawBuilder<boolean> {
  return sql<boolean>`${VECTORS[table]} @@ cast(replace(${queryOf(terms)}, ${BUCKET}, bucket.code) as tsquery)`
}

async function hasNodes(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ nodes: boolean }>`select ${sql.raw(MAY_HAVE_NODES)} as nodes`.execute(db)
  return rows[0]?.nodes ?? false
}

/** Several nodes have no such nested loop. They search more buckets each time, as the older ones are rarely needed. */
async function findOnNodes<Row>(db: Queryable, search: Search, buckets: FoundBucket[]): Promise<Row[]> {
  const { table, terms, limit, joins, where = sql`true`, columns: shown } = search
  const joined = joins?.(sql`join`) ?? sql``
  const found: Row[] = []
  let count = 1
  for (let start = 0; start < buckets.length && found.length < limit; start += count, count *= 2) {
    const isHit = buckets
      .slice(start, start + count)
      .map(
        ({ code }) => sql`${VECTORS[table]} @@ cast(${queryOf(terms).replaceAll(BUCKET, code)} as tsquery)`,
      )
    const { rows } =
      await sql<Row>`select ${columnsAs(shown)}, ${isWhole(search, sql`hit.words`)} as whole from ${sql.table(table)} as hit ${joined}
      where (${sql.join(isHit, sql` or `)}) and ${isBefore(search)} and ${where}
      order by hit.id desc limit ${limit - found.length}`.execute(db)
    found.push(...rows)
  }
  return found
}

// Stands for the code of a bucket. No word contains it, as it is for private use.
const BUCKET = '\u{e1ff}'

function queryOf(terms: Term[]): string {
  const quoted = terms.map(
    ({ word, isPrefix }) => `'${BUCKET}${word.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
  )
  return quoted.join(' & ')
}

/** Read again for the rows that are shown: sorting all hits of a bucket with their words would take twice as long. */
function isShownWhole(search: Search): RawBuilder<boolean> {
  if (!search.tellsWhole) return sql`true`
  return sql`(select ${isWhole(search, sql`stored.words`)} from ${sql.table(search.table)} as stored
    where stored.ctid = hit.ctid)`
}

/** Only entries, whose words are lines of text, are asked for it. */
function isWhole({ terms, tellsWhole }: Search, words: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!tellsWhole) return sql`true`
  const hasLines = terms
    .filter(({ isPrefix }) => isPrefix)
    .map(({ word }) => sql`strpos(E'\\n' || ${words} || E'\\n', ${`\n${word}\n`}) > 0`)
  return sql`(${sql.join([sql`true`, ...hasLines], sql` and `)})`
}

function isBefore({ before }: Search): RawBuilder<boolean> {
  return before === undefined ? sql`true` : sql`hit.id < ${before}`
}
