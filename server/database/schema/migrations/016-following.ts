import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '016-following'

/** The people and tags that members follow, and the posts that they have bookmarked. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = engine === 'postgres' ? 'uuid' : 'text'
  const ofUser = '(user_id) references users (id) on delete cascade'
  await createTable(db, engine, {
    name: 'follows_people',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} not null, other_id ${id} not null, id ${id} not null,
      primary key (user_id, other_id)`,
    foreignKeys: [ofUser, '(other_id) references users (id) on delete cascade'],
  })
  await sql`create index follows_people_by_other on follows_people (other_id)`.execute(db)
  await createTable(db, engine, {
    name: 'follows_tags',
    home: { at: 'its person', column: 'user_id' },
    columns: `user_id ${id} not null, tag text not null, id ${id} not null, primary key (user_id, tag)`,
    foreignKeys: [ofUser],
  })
  // With its post: so it is deleted with the post, and is not listed while the post is hidden.
  await createTable(db, engine, {
    name: 'bookmarks',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, user_id ${id} not null, id ${id} not null,
      primary key (post_id, user_id)`,
    foreignKeys: [ofUser, '(post_id) references posts (id) on delete cascade'],
  })
  await sql`create index bookmarks_by_user on bookmarks (user_id, id)`.execute(db)
}
