import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'

export const name = '042-search-queue'

/** PostgreSQL would lock the post for each queued document. The indexer skips those that have been deleted. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  await sql`alter table search_queue drop constraint if exists search_queue_post_id_fkey`.execute(db)
}
