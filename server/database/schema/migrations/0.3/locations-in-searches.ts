import { type Kysely, sql } from 'kysely'

export const name = '038-locations-in-searches'

/** Locations are compared when they are counted, and the loop that empties the queue indexes everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_people drop column location_words`.execute(db)
  await sql`delete from jobs where kind = 'index'`.execute(db)
}
