import { type Kysely, sql } from 'kysely'

export const name = '029-frequency-of-words'

/** How many entries of a bucket have a frequent word. Buckets are summed up again in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table search_frequent_words add column entries integer not null default 0')
  await run('delete from search_frequent_words')
  await run('update search_buckets set summed_up = null')
}
