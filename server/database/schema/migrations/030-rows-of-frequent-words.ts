import { type Kysely, sql } from 'kysely'

export const name = '030-rows-of-frequent-words'

/** The sets of frequent words now tell the numbers of rows on SQLite. Buckets are summed up again in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('delete from search_frequent_words')
  await run('update search_buckets set summed_up = null')
  // The job has another name now.
  await run(`delete from jobs where kind = 'frequent-words'`)
}
