import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Term } from './full-text.ts'
import type { FoundBucket } from './full-text-buckets.ts'
import { statement, storedId, textOf } from './full-text-sqlite-rows.ts'

// On SQLite the sets of frequent words also tell which rows have them, as a bucket has the numbers of the rows that its bits
// stand for. So FTS5 is asked only for the other words.

/** The numbers are stored where the set of an empty word would be. */
export const NO_WORD = ''

/** A bucket, and what its sets tell of a search. */
export type SearchedBucket = FoundBucket & {
  /** The terms that the index has to be asked for. */
  open: Term[]
  /**
   * The numbers of the rows that have all other terms, in ascending order, of all rows or of these. Undefined if there are
   * no other terms.
   */
  docsOfOthers?(among: number[] | undefined): number[]
}

const setsOf = statement(
  (buckets: string, words: string) => sql<{
    bucket: number
    word: string
    bits: Uint8Array | string
  }>`select bucket, word, bits from search_frequent_words
    where bucket in (select value from json_each(${buckets})) and word in (select value from json_each(${words}))`,
)

/** Without those whose sets show that none of their rows has all of the terms. */
export async function askSets(
  db: Queryable,
  buckets: FoundBucket[],
  terms: Term[],
): Promise<SearchedBucket[]> {
  const summedUp = buckets.flatMap((bucket) => bucket.summedUp ?? [])
  const words = [NO_WORD, ...terms.map(({ word }) => word)]
  const { rows } =
    summedUp.length === 0 ? { rows: [] } : await setsOf(db, JSON.stringify(summedUp), JSON.stringify(words))
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return buckets.flatMap((bucket) => {
    const sets = new Map((byBucket.get(bucket.summedUp ?? -1) ?? []).map(({ word, bits }) => [word, bits]))
    return askSetsOf(bucket, sets, terms) ?? []
  })
}

function askSetsOf(
  bucket: FoundBucket,
  sets: Map<string, Uint8Array | string>,
  terms: Term[],
): SearchedBucket | undefined {
  const runs = sets.get(NO_WORD)
  const found = terms.map(({ word }) => sets.get(word)).filter((bits) => bits instanceof Uint8Array)
  if (found.length === 0) return { ...bucket, open: terms }
  const common = commonBits(found)
  if (common.every((byte) => byte === 0)) return undefined
  // A set includes longer words, so it does not tell who has a word as it is. FTS5 finds the newest rows with two words that
  // are both frequent faster than all rows of one.
  const isExactAndFrequent = terms.some(({ word, isPrefix }) => !isPrefix && sets.has(word))
  if (typeof runs !== 'string' || isExactAndFrequent) return { ...bucket, open: terms }
  return {
    ...bucket,
    open: terms.filter(({ word }) => !sets.has(word)),
    docsOfOthers: (among) =>
      among ? docsAmong(common, JSON.parse(runs), among) : docsOf(common, JSON.parse(runs)),
  }
}

function commonBits([first = new Uint8Array(), ...others]: Uint8Array[]): Uint8Array {
  const common = Uint8Array.from(first)
  for (const bits of others) {
    for (let index = 0; index < common.length; index++)
      common[index] = (common[index] ?? 0) & (bits[index] ?? 0)
  }
  return common
}

/** The numbers of the entries between two ids, by their ids. */
export async function docsBetween(db: Queryable, first: string, last: string): Promise<Map<string, number>> {
  const [from, to] = [first, last].map((id) => storedId('search_entries', id))
  const { rows } = await sql<{ doc: number; id: string }>`select doc, ${textOf(sql`id`)} as id
    from search_entries where id between ${from} and ${to} and doc > 0`.execute(db)
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}

/** So many rows whose numbers are equally far apart, and which of the bucket's rows the first of them is. */
export type Run = { index: number; doc: number; step: number; count: number }

// Each search that uses the sets of a bucket reads its runs.
const MAX_RUNS = 250

/**
 * Nearly all neighbours are equally far apart, so the runs are few. Undefined if they are many, because a lot was indexed
 * late: then the sets only tell whether a bucket can be left out.
 */
export function runsOf(docs: number[]): Run[] | undefined {
  const runs: Run[] = []
  for (let index = 0; index < docs.length; ) {
    const doc = docs[index] ?? 0
    const step = (docs[index + 1] ?? doc + 1) - doc
    let count = 1
    while (docs[index + count] === doc + step * count) count++
    runs.push({ index, doc, step, count })
    index += count
  }
  return runs.length > MAX_RUNS ? undefined : runs
}

/** The numbers of the rows whose bits are set. */
function docsOf(bits: Uint8Array, runs: Run[]): number[] {
  const docs: number[] = []
  for (const { index, doc, step, count } of runs) {
    for (let place = 0; place < count; place++) {
      // Most bits are not set, and the rest of their byte neither.
      if (((index + place) & 7) === 0 && bits[(index + place) >> 3] === 0) place += 7
      else if (isSet(bits, index + place)) docs.push(doc + step * place)
    }
  }
  return docs
}

/** Those of these numbers, which are in ascending order, whose bits are set. */
function docsAmong(bits: Uint8Array, runs: Run[], docs: number[]): number[] {
  let next = 0
  return docs.filter((number) => {
    while (number > lastOf(runs[next])) next++
    const { index, doc, step } = runs[next] ?? NO_RUN
    const place = (number - doc) / step
    return Number.isInteger(place) && place >= 0 && isSet(bits, index + place)
  })
}

const NO_RUN: Run = { index: 0, doc: Number.POSITIVE_INFINITY, step: 1, count: 0 }

const lastOf = (run: Run | undefined) =>
  run ? run.doc + run.step * (run.count - 1) : Number.POSITIVE_INFINITY

const isSet = (bits: Uint8Array, index: number) => ((bits[index >> 3] ?? 0) & (128 >> (index & 7))) > 0
