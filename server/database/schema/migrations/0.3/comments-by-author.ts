import { type Kysely, sql } from 'kysely'

export const name = '040-comments-by-author'

/** With the id, so that someone's comments can be read in batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index comments_by_author`.execute(db)
  await sql`create index comments_by_author on comments (user_id, hidden, id)`.execute(db)
}
