import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'

export const name = '031-ranked-posts'

/**
 * On SQLite the index of shown posts also has their numbers of likes, so ranking thousands of posts reads only the index
 * and not the posts with their texts.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') return
  await sql`drop index posts_shown`.execute(db)
  await sql`create index posts_shown on posts (id, like_count) where hidden = 0`.execute(db)
}
