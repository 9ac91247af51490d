import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import { LAST_CHARACTER } from './expressions.ts'
import type { FullTextTable, Search, Term } from './full-text.ts'
import { type FoundBucket, MAX_ROWS } from './full-text-buckets.ts'
import { frequenciesOf } from './full-text-frequent.ts'
import { encode, statement, termsOf, wordsOf } from './full-text-sqlite-rows.ts'
import type { SearchedBucket } from './full-text-sqlite-sets.ts'

// Which terms of a bucket the words of a search stand for. FTS5 returns the rows of a term one by one, but merges all rows
// of a beginning before it returns the first one, which takes a quarter of a microsecond for each. So a beginning of
// frequent words is looked up as the terms that have it, if these are few.

const MAX_TERMS = 16
// Merging so many takes as long as finding out whether the terms are few.
const FEW_ROWS = 2_000

/** The statements of a table. */
function statementsOf(table: FullTextTable) {
  const words = sql.table(wordsOf(table))
  const firstTerm = (from: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
    sql`(select term from ${sql.table(termsOf(table))} where term >= ${from} and term < ${end} limit 1)`
  return {
    /** The buckets with a word, by their places in the list. */
    bucketsWith: statement(
      (buckets: string, word: string) => sql<{ key: number }>`select key from json_each(${buckets}) as bucket
        where exists (select 1 from ${words} where ${words} match '"' || bucket.value || ${word} || '"')`,
    ),
    /** The buckets with a beginning, and the first term that has it. The limit has it sought once. */
    bucketsWithBeginning: statement(
      (buckets: string, beginning: string, end: string) => sql<{ key: number; term: string }>`select key, term
        from (
          select key, ${firstTerm(sql`bucket.value || ${beginning}`, sql`bucket.value || ${end}`)} as term
          from json_each(${buckets}) as bucket limit -1
        ) where term is not null`,
    ),
    /** The terms from one on. Each is sought, past all rows of the one before. */
    termsFrom: statement(
      (term: string, end: string) => sql<{ term: string }>`with recursive found (term) as (
          select ${term}
          union all select ${firstTerm(sql`found.term || char(1)`, sql`${end}`)} from found
            where found.term is not null
        ) select term from found where term is not null limit ${sql.lit(MAX_TERMS + 1)}`,
    ),
  }
}

const STATEMENTS = {
  search_entries: statementsOf('search_entries'),
  search_people: statementsOf('search_people'),
}

/** A bucket that has all of the terms of a search, though not always in the same row. */
export type Candidate = SearchedBucket & {
  /** For each open term that is a prefix: the first term of the bucket that has it, and about how many rows do. */
  beginnings: Map<Term, { first: string; rows: number }>
}

export async function findCandidates(
  db: Queryable,
  { table, terms }: Search,
  buckets: SearchedBucket[],
): Promise<Candidate[]> {
  let candidates: Candidate[] = buckets.map((bucket) => ({ ...bucket, beginnings: new Map() }))
  for (const term of terms) {
    const asked = candidates.filter(({ open }) => open.includes(term))
    if (asked.length === 0) continue
    const having = new Set(
      term.isPrefix ? await withBeginning(db, table, asked, term) : await withWord(db, table, asked, term),
    )
    candidates = candidates.filter((candidate) => having.has(candidate) || !candidate.open.includes(term))
  }
  return candidates
}

const codesOf = (candidates: Candidate[]) => JSON.stringify(candidates.map(({ code }) => code))

async function withWord(db: Queryable, table: FullTextTable, candidates: Candidate[], { word }: Term) {
  const { rows } = await STATEMENTS[table].bucketsWith(db, codesOf(candidates), encode(word))
  return rows.flatMap(({ key }) => candidates[key] ?? [])
}

async function withBeginning(db: Queryable, table: FullTextTable, candidates: Candidate[], term: Term) {
  const beginning = encode(term.word)
  const { bucketsWithBeginning } = STATEMENTS[table]
  const { rows } = await bucketsWithBeginning(db, codesOf(candidates), beginning, beginning + LAST_CHARACTER)
  const found = rows.flatMap(({ key, term: first }) => {
    const candidate = candidates[key]
    return candidate ? { candidate, first } : []
  })
  const rowsIn = await estimateRows(
    db,
    found.map(({ candidate }) => candidate),
    term,
  )
  return found.map(({ candidate, first }) => {
    candidate.beginnings.set(term, { first, rows: rowsIn(candidate) })
    return candidate
  })
}

/** About how many rows of a bucket have a beginning: all, unless the frequent words of the bucket tell. */
async function estimateRows(db: Queryable, buckets: FoundBucket[], { word }: Term) {
  const frequencies = await frequenciesOf(db, buckets, word)
  return ({ summedUp }: FoundBucket) =>
    summedUp === null ? MAX_ROWS.sqlite : Math.min(MAX_ROWS.sqlite, frequencies.get(summedUp) ?? 0)
}

/** What a bucket is asked for: expressions of FTS5 whose rows are found quickly, and prefixes with about so many rows. */
export type Lookup = { narrow: string[]; broad: { term: Term; rows: number }[] }

/** `manyTerms` has the prefixes that stood for many terms in another bucket, and probably do so here. */
export async function lookUp(
  db: Queryable,
  { table }: Search,
  { code, open, beginnings }: Candidate,
  manyTerms: Set<Term>,
): Promise<Lookup> {
  const narrow: string[] = []
  const broad: Lookup['broad'] = []
  for (const term of open) {
    const beginning = beginnings.get(term)
    if (!beginning) {
      narrow.push(wordIn(code, term))
      continue
    }
    if (beginning.rows <= FEW_ROWS) {
      narrow.push(beginningIn(code, term))
      continue
    }
    const found = manyTerms.has(term) ? undefined : await findTerms(db, table, code, term, beginning.first)
    if (found) {
      narrow.push(`(${found.map((each) => `"${each}"`).join(' OR ')})`)
      continue
    }
    manyTerms.add(term)
    broad.push({ term, rows: beginning.rows })
  }
  return { narrow, broad }
}

/** The terms of a bucket that have a prefix, unless they are many. */
async function findTerms(
  db: Queryable,
  table: FullTextTable,
  code: string,
  { word }: Term,
  first: string,
): Promise<string[] | undefined> {
  const { rows } = await STATEMENTS[table].termsFrom(db, first, code + encode(word) + LAST_CHARACTER)
  return rows.length > MAX_TERMS ? undefined : rows.map(({ term }) => term)
}

/** A word in a bucket, as an expression of FTS5. */
export const wordIn = (code: string, { word }: Term) => `"${code}${encode(word)}"`

/** All words of a bucket with a beginning, as an expression of FTS5. */
export const beginningIn = (code: string, term: Term) => `${wordIn(code, term)}*`
