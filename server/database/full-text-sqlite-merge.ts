import { sql } from 'kysely'
import { inBatches } from './batches.ts'
import type { Database, Queryable } from './database.ts'
import { isPostgres } from './expressions.ts'

// FTS5 stores what is added in a new segment each time. It merges segments of about the same size, but leaves a dozen,
// and looks up every word in each of them. So all are merged into one now and then, which makes rare words faster to find.

const MAX_SEGMENTS = 4
// Merging rewrites everything, so it waits until an eighth of it is outside the largest segment.
const MIN_SHARE = 1 / 8
// Takes about three milliseconds.
const PAGES_AT_ONCE = 16

/** Whether the words of entries are in so many segments that it is worth merging them; only on SQLite. */
export async function hasManySegments(db: Queryable): Promise<boolean> {
  if (isPostgres(db)) return false
  const { rows } = await sql<{ pages: number }>`select count(*) as pages from search_entries_words_idx
    group by segid`.execute(db)
  const pages = rows.map((row) => row.pages)
  const total = pages.reduce((sum, each) => sum + each, 0)
  return pages.length > MAX_SEGMENTS && total - Math.max(...pages) > total * MIN_SHARE
}

/** Merges all segments in small steps. After a kill, FTS5 goes on where it was. */
export async function mergeSegments(db: Database, signal: AbortSignal): Promise<void> {
  // The first step, which is negative, has all segments merged, whatever their sizes.
  let pages = -PAGES_AT_ONCE
  await inBatches(async () => {
    signal.throwIfAborted()
    const hasMerged = await db.transaction((trx) => mergeSome(trx, pages))
    pages = PAGES_AT_ONCE
    return { done: !hasMerged }
  })
}

async function mergeSome(trx: Queryable, pages: number): Promise<boolean> {
  const before = await countChanges(trx)
  await sql`insert into search_entries_words (search_entries_words, rank) values ('merge', ${pages})`.execute(
    trx,
  )
  // The command itself counts as one.
  return (await countChanges(trx)) - before > 1
}

async function countChanges(trx: Queryable): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(trx)
  return rows[0]?.changes ?? 0
}
