import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '028-frequent-words'

/** Which entries of a bucket have its most frequent words; see full-text-frequent.ts. They are stored in the background. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table search_buckets add column summed_up integer')
  const columns = (bits: string) =>
    `bucket integer not null, word text not null, bits ${bits} not null, primary key (bucket, word)`
  if (engine === 'sqlite') {
    await run(`create table search_frequent_words (${columns('blob')})`)
    return
  }
  await createTable(db, engine, {
    name: 'search_frequent_words',
    home: { at: 'the coordinator' },
    columns: columns('bit varying'),
    foreignKeys: [],
  })
  // Two kilobytes each, which PostgreSQL would move into a table of their own.
  await run('alter table search_frequent_words alter column bits set storage main')
}
