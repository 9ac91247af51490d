import { type Kysely, sql } from 'kysely'
import { MAY_HAVE_NODES } from '../../changes/changes.ts'
import type { Engine } from '../../database.ts'

export const name = '027-pending-words'

/**
 * Lets PostgreSQL gather the words of a batch before it adds them to the index, as most entries share many of their
 * words. The batch itself has them added (full-text-postgres.ts); on several nodes it cannot.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ nodes: boolean }>`select ${sql.raw(MAY_HAVE_NODES)} as nodes`.execute(db)
  if (rows[0]?.nodes) return
  await sql`alter index search_entries_words set (fastupdate = on)`.execute(db)
}
