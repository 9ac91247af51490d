import { type Kysely, sql } from 'kysely'

export const name = '005-posts-by-author'

/** The posts of one person are read page by page, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index posts_by_author on posts (user_id, id)`.execute(db)
  await sql`drop index posts_by_user`.execute(db)
}
