import { sql } from 'kysely'
import type { Database } from '../server/database/database.ts'
import { sumUpBuckets } from '../server/search/frequent-words.ts'

/** Finds out the frequent words of all buckets of entries, as if they were full. */
export async function sumUpEverything(db: Database): Promise<void> {
  await db.transaction((trx) =>
    trx
      .updateTable('search_buckets')
      .set({ entries: sql`entries + 100000` })
      .where('indexed_table', '=', 'search_entries')
      .execute(),
  )
  await sumUpBuckets(db, new AbortController().signal)
}
