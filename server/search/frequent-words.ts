import { setImmediate } from 'node:timers/promises'
import type { Database, Queryable } from '../database/database.ts'
import { type ClosedBucket, findBucketsToSumUp, storeFrequentWords } from '../database/full-text-frequent.ts'
import { docsBetween, runsOf } from '../database/full-text-sqlite-sets.ts'
import { holdLock } from '../database/named-lock.ts'
import { untilTickHasTime } from '../ticks.ts'
import { entriesAfter } from './entries-after.ts'
import { type EntryKey, readEntries, wordsOfEntry } from './entry-index.ts'
import { isMarked } from './marked-words.ts'

const SAMPLE = 256
/** A word is frequent if one in so many entries has it: comparing rarer ones is quick. */
const ONE_IN = 32
/** Each takes two or three kilobytes in each bucket. */
const MAX_WORDS = 300
const KEYS_AT_ONCE = 1_000
const TEXTS_AT_ONCE = 100

/** Finds out which entries have the frequent words of their buckets, where that is not known yet. */
export async function sumUpBuckets(db: Database, signal: AbortSignal): Promise<void> {
  for (const bucket of await findBucketsToSumUp(db.kysely)) {
    const { keys, runs } = await entriesOf(db, bucket)
    const sets = await frequentWordsOf(db.kysely, keys, signal)
    await db.transaction(async (trx) => {
      await holdLock(trx, 'search')
      await storeFrequentWords(trx, bucket, sets, runs)
    })
  }
}

/** The entries of a bucket in the order of their ids; on SQLite those that are indexed, and the runs of their numbers. */
async function entriesOf({ kysely, engine }: Database, { first_id, last_id }: ClosedBucket) {
  const keys: EntryKey[] = []
  const docs: number[] = []
  for (let after = first_id; ; ) {
    await setImmediate()
    const next = await entriesAfter(kysely, { after, last: last_id }, KEYS_AT_ONCE)
    const last = next.at(-1)?.id ?? after
    const docOf = engine === 'sqlite' ? await docsBetween(kysely, after, last) : undefined
    for (const key of next) {
      const doc = docOf?.get(key.id)
      if (docOf && doc === undefined) continue
      keys.push(key)
      if (doc !== undefined) docs.push(doc)
    }
    if (next.length < KEYS_AT_ONCE) return { keys, runs: engine === 'sqlite' ? runsOf(docs) : undefined }
    after = last
  }
}

/** For each frequent word, a set with a bit for each entry that has it, or a longer one that begins with it. */
async function frequentWordsOf(
  db: Queryable,
  keys: EntryKey[],
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const words = await mostFrequent(db, keys, signal)
  const sets = new Map(words.map((word) => [word, new Uint8Array(Math.ceil(keys.length / 8))]))
  const longest = Math.max(0, ...words.map((word) => word.length))
  let index = 0
  for await (const entryWords of cutEntries(db, keys, signal)) {
    for (const word of entryWords) {
      for (let length = Math.min(word.length, longest); length > 1; length--) {
        const set = sets.get(word.slice(0, length))
        if (set) set[index >> 3] = (set[index >> 3] ?? 0) | (128 >> (index & 7))
      }
    }
    index++
  }
  return sets
}

/** Finds out which words and first two letters are frequent in some of the entries, which are chosen at random. */
async function mostFrequent(db: Queryable, keys: EntryKey[], signal: AbortSignal): Promise<string[]> {
  const sample = keys.filter(() => Math.random() * keys.length < SAMPLE)
  const counts = new Map<string, number>()
  for await (const words of cutEntries(db, sample, signal)) {
    const beginnings = [...words].filter((word) => !isMarked(word)).map((word) => word.slice(0, 2))
    for (const word of new Set([...words, ...beginnings])) {
      if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([, count]) => count * ONE_IN >= sample.length)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_WORDS)
    .map(([word]) => word)
}

/** The words of each of these entries; of those that were deleted none. */
async function* cutEntries(
  db: Queryable,
  keys: EntryKey[],
  signal: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  for (let start = 0; start < keys.length; start += TEXTS_AT_ONCE) {
    signal.throwIfAborted()
    await setImmediate()
    for (const entry of await readEntries(db, keys.slice(start, start + TEXTS_AT_ONCE))) {
      await untilTickHasTime()
      yield entry ? await wordsOfEntry(entry) : []
    }
  }
}
