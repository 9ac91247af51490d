import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '009-jobs'

/** Work that outlives a request; see server/platform/jobs/. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const time = postgres ? 'bigint' : 'integer'
  await createTable(db, engine, {
    name: 'jobs',
    home: { at: 'the coordinator' },
    columns: `id ${postgres ? 'uuid' : 'text'} primary key,
      kind text not null,
      payload text not null,
      run_at ${time} not null,
      attempts integer not null,
      lease text,
      error text,
      failed_at ${time}`,
    foreignKeys: [],
  })
  await sql`create index jobs_by_time on jobs (kind, run_at) where failed_at is null`.execute(db)
  await sql`create index failed_jobs on jobs (failed_at) where failed_at is not null`.execute(db)
}
