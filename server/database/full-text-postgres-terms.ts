import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Search, Term } from './full-text.ts'
import { type FoundBucket, MAX_ROWS } from './full-text-buckets.ts'

// For a prefix, GIN first reads all rows that have it: ten milliseconds for two letters in a bucket, even if no more than a
// few rows have the other terms. Then it is faster to look for it in the words of those rows.

/** The terms that GIN is asked for, and those that are looked for in the words of its rows. */
type SplitTerms = { indexed: Term[]; compared: Term[] }

// The rows of a word that is not among the frequent ones.
const RARE = MAX_ROWS.postgres / 64
// Of many frequent ones, most rows lack one of the first few.
const FREQUENT_INDEXED = 2
// Comparing the words of a row takes as long as reading two rows from the index.
const ROWS_PER_COMPARISON = 2

export async function splitTerms(
  db: Queryable,
  { table, terms }: Search,
  buckets: FoundBucket[],
): Promise<SplitTerms> {
  // The same words are frequent in most buckets.
  const [bucket] = buckets.flatMap(({ summedUp }) => summedUp ?? [])
  if (table !== 'search_entries' || terms.length < 2 || bucket === undefined) {
    return { indexed: terms, compared: [] }
  }
  const frequencies = await frequenciesOf(db, bucket, terms)
  const rowsOf = ({ word }: Term) => Math.max(frequencies.get(word) ?? 0, RARE)
  const fewest = Math.min(...terms.map(rowsOf))
  const frequent = terms
    .filter((term) => term.isPrefix && rowsOf(term) > RARE)
    .sort((a, b) => rowsOf(a) - rowsOf(b))
  const compared = frequent.filter(
    (term, index) => index >= FREQUENT_INDEXED || rowsOf(term) > ROWS_PER_COMPARISON * fewest,
  )
  return { indexed: terms.filter((term) => !compared.includes(term)), compared }
}

/** In how many entries of a bucket the frequent words with a prefix are together. */
async function frequenciesOf(db: Queryable, bucket: number, terms: Term[]): Promise<Map<string, number>> {
  const words = terms.map(({ word }) => word)
  const { rows } = await sql<{
    word: string
    entries: number
  }>`select term.word,
      cast(coalesce(max(entries) filter (where frequent.word = term.word), sum(entries)) as integer) as entries
    from search_frequent_words as frequent
    join unnest(cast(${words} as text[])) as term (word) on starts_with(frequent.word, term.word)
    where frequent.bucket = ${bucket}
    group by term.word`.execute(db)
  return new Map(rows.map(({ word, entries }) => [word, entries]))
}

/** Whether the words of a row, one on each line, have these prefixes. */
export function haveWords(prefixes: Term[]): RawBuilder<boolean> {
  const found = prefixes.map(({ word }) => sql`strpos(E'\\n' || hit.words, ${`\n${word}`}) > 0`)
  return sql<boolean>`(${sql.join([sql`true`, ...found], sql` and `)})`
}
