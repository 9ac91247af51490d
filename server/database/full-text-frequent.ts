import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { isPostgres, LAST_CHARACTER } from './expressions.ts'
import { type FoundBucket, MAX_ROWS } from './full-text-buckets.ts'
import { statement } from './full-text-sqlite-rows.ts'
import { NO_WORD, type Run } from './full-text-sqlite-sets.ts'

// Two words that are each in a third of all entries, but never in the same one, would have to be compared in every
// bucket. So each bucket but the newest, which grows, has a set of bits for each of its frequent words: one for each entry,
// in the order of the ids. If the sets of two words of a search have no bit in common, the search leaves out the bucket. A
// bit is also set for a longer word that begins with the frequent one, as most terms are prefixes. A bit without an entry,
// such as that of a deleted one, does no harm. Whatever is stored in a bucket makes its sets obsolete until they are made
// again: `summed_up` is the number of entries for which they were made, and every entry that is stored again increases that
// number.

export type ClosedBucket = { number: number; first_id: string; last_id: string; entries: number }

/**
 * The buckets of entries whose sets are missing or obsolete. The newest is not among them until it is full. Before it may
 * be one that never will be: what is written after everything was indexed is in a bucket of its own. Searches in a bucket
 * of few entries are quick, and it does not tell which words are frequent in others.
 */
export function findBucketsToSumUp(db: Queryable): Promise<ClosedBucket[]> {
  const maxRows = MAX_ROWS[isPostgres(db) ? 'postgres' : 'sqlite']
  return db
    .selectFrom('search_buckets')
    .select(['number', 'first_id', 'last_id', 'entries'])
    .where('indexed_table', '=', 'search_entries')
    .where('entries', '>=', maxRows / 2)
    .where(
      sql<boolean>`(entries >= ${maxRows} or first_id < (select first_id from search_buckets
        where indexed_table = 'search_entries' order by first_id desc limit 1))`,
    )
    .where(sql<boolean>`coalesce(summed_up, 0) <> entries`)
    .orderBy('first_id', 'desc')
    .execute()
}

/** Stores the sets of a bucket, unless an entry was stored in it meanwhile. The caller holds the lock of the search. */
export async function storeFrequentWords(
  trx: Queryable,
  { number, entries }: ClosedBucket,
  sets: Map<string, Uint8Array>,
  runs: Run[] | undefined,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('search_buckets')
    .set({ summed_up: entries })
    .where('indexed_table', '=', 'search_entries')
    .where('number', '=', number)
    .where('entries', '=', entries)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await trx.deleteFrom('search_frequent_words').where('bucket', '=', number).execute()
  const values = [...sets].map(([word, bits]) => ({
    bucket: number,
    word,
    bits: isPostgres(trx) ? toBitString(bits) : bits,
    entries: countBits(bits),
  }))
  if (runs) values.push({ bucket: number, word: NO_WORD, bits: JSON.stringify(runs), entries: 0 })
  if (values.length > 0) await trx.insertInto('search_frequent_words').values(values).execute()
}

function countBits(bits: Uint8Array): number {
  let count = 0
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count++
  return count
}

function toBitString(bits: Uint8Array): string {
  return Array.from(bits, (byte) => byte.toString(2).padStart(8, '0')).join('')
}

const frequencies = statement(
  (buckets: string, beginning: string, end: string) => sql<{
    bucket: number
    entries: number
  }>`select bucket, coalesce(max(entries) filter (where word = ${beginning}), sum(entries)) as entries
    from search_frequent_words
    where bucket in (select value from json_each(${buckets})) and word >= ${beginning} and word < ${end}
    group by bucket`,
)

/** In how many entries the frequent words with a beginning are together, by buckets that have some; on SQLite. */
export async function frequenciesOf(
  db: Queryable,
  buckets: FoundBucket[],
  beginning: string,
): Promise<Map<number, number>> {
  const numbers = JSON.stringify(buckets.flatMap(({ summedUp }) => summedUp ?? []))
  const { rows } = await frequencies(db, numbers, beginning, beginning + LAST_CHARACTER)
  return new Map(rows.map(({ bucket, entries }) => [bucket, entries]))
}
