import { sql } from 'kysely'
import { FIRST_ID } from '../ids.ts'
import type { Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'
import type { FullTextTable } from './full-text.ts'

// Rows are indexed in buckets of neighbouring ids: each word is stored with the code of the bucket of its row. A search
// goes through the buckets from the newest to the oldest and stops when it has enough, so what it reads is bounded by
// the size of a bucket, however common its words are and wherever they were used.

// A search looks up its words in every bucket if they are rare. On PostgreSQL it may read and sort all hits of a bucket;
// SQLite has them in order and reads all of them only for a beginning of many words, such as two letters.
export const MAX_ROWS = { sqlite: 24_576, postgres: 16_384 }

// The bounds of a bucket are moments, not ids: the id of something that was deleted must not stay here.
const TIME_LENGTH = '00000000-0000'.length
const startOfMoment = (id: string) => `${id.slice(0, TIME_LENGTH)}-0000-0000-000000000000`
const endOfMoment = (id: string) => `${id.slice(0, TIME_LENGTH)}-ffff-ffff-ffffffffffff`

type Bucket = { number: number; first_id: string; last_id: string; entries: number }

/** `summedUp` is the number of the bucket if the sets of its frequent words are up to date; see full-text-frequent.ts. */
export type FoundBucket = { code: string; summedUp: number | null }

/** The buckets that may have such ids, newest first. */
export async function findBuckets(
  db: Queryable,
  { table, before }: { table: FullTextTable; before: string | undefined },
): Promise<FoundBucket[]> {
  const rows = await db
    .selectFrom('search_buckets')
    .select(['number', 'summed_up', 'entries'])
    .where('indexed_table', '=', table)
    .$if(before !== undefined, (query) => query.where('first_id', '<', before ?? ''))
    .orderBy('first_id', 'desc')
    .execute()
  return rows.map(({ number, summed_up, entries }) => ({
    code: codeOf(number),
    summedUp: summed_up === entries ? number : null,
  }))
}

/** The codes of the buckets of these ids, which are in ascending order. Opens buckets as they fill up. */
export async function placeInBuckets(trx: Queryable, table: FullTextTable, ids: string[]): Promise<string[]> {
  const [first = FIRST_ID] = ids
  const buckets = await bucketsFrom(trx, table, first)
  const maxRows = MAX_ROWS[isPostgres(trx) ? 'postgres' : 'sqlite']
  const touched = new Set<Bucket>()
  const codes: string[] = []
  for (const id of ids) {
    let bucket = buckets.findLast(({ first_id }) => first_id <= id)
    const isFull = bucket && bucket.entries >= maxRows && id > bucket.last_id
    if (!bucket || isFull) {
      bucket = await openBucket(trx, table, bucket ? id : FIRST_ID)
      buckets.splice(buckets.findLastIndex(({ first_id }) => first_id <= id) + 1, 0, bucket)
    }
    bucket.entries++
    if (id > bucket.last_id) bucket.last_id = endOfMoment(id)
    touched.add(bucket)
    codes.push(codeOf(bucket.number))
  }
  for (const { number, last_id, entries } of touched) {
    await trx
      .updateTable('search_buckets')
      .set({ last_id, entries })
      .where('indexed_table', '=', table)
      .where('number', '=', number)
      .execute()
  }
  return codes
}

/** Has ids from this one on stored in a bucket of their own, unless some are stored already. */
export async function startBucket(trx: Queryable, table: FullTextTable, id: string): Promise<void> {
  const newer = await trx
    .selectFrom('search_buckets')
    .select('number')
    .where('indexed_table', '=', table)
    .where('last_id', '>=', startOfMoment(id))
    .limit(1)
    .execute()
  if (newer.length === 0) await openBucket(trx, table, id)
}

function bucketsFrom(trx: Queryable, table: FullTextTable, id: string): Promise<Bucket[]> {
  return trx
    .selectFrom('search_buckets')
    .select(['number', 'first_id', 'last_id', 'entries'])
    .where('indexed_table', '=', table)
    .where(
      sql<boolean>`first_id >= coalesce((select first_id from search_buckets
        where indexed_table = ${table} and first_id <= ${id} order by first_id desc limit 1), ${FIRST_ID})`,
    )
    .orderBy('first_id')
    .execute()
}

async function openBucket(trx: Queryable, table: FullTextTable, id: string): Promise<Bucket> {
  const { count } = await trx
    .selectFrom('search_buckets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('indexed_table', '=', table)
    .executeTakeFirstOrThrow()
  const first_id = startOfMoment(id)
  const bucket = { number: Number(count), first_id, last_id: first_id, entries: 0 }
  await trx
    .insertInto('search_buckets')
    .values({ indexed_table: table, ...bucket })
    .execute()
  return bucket
}

const SHORT_CODES = 35 * 36

/** Short, as it is stored with every word, and never the beginning of another code. */
function codeOf(number: number): string {
  if (number < SHORT_CODES) return number.toString(36).padStart(2, '0')
  return `z${(number - SHORT_CODES).toString(36).padStart(5, '0')}`
}
