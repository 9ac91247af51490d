import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '013-hiding'

/**
 * What moderators take out of all answers. Indexes contain whether an entry is hidden, so that pages take the same
 * time however many hidden entries are between the others.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  const time = postgres ? 'bigint' : 'integer'
  for (const table of ['posts', 'comments', 'profiles']) {
    await run(
      `alter table ${table} add column hidden ${postgres ? 'smallint' : 'integer'} not null default 0`,
    )
  }
  await run('create index posts_shown on posts (id) where hidden = 0')
  await run('drop index posts_by_author')
  await run('create index posts_by_author on posts (user_id, hidden, id)')
  await run('create index comments_shown on comments (post_id, id) where hidden = 0')
  await run('drop index comments_by_user')
  await run('create index comments_by_author on comments (user_id, hidden)')
  await run('create index comments_by_id on comments (id)')
  await run('drop index profiles_by_id')
  await run('create index profiles_shown on profiles (id) where hidden = 0')

  await moveBlocks(db, engine)

  const ofPost = '(post_id) references posts (id) on delete cascade'
  const ofUser = '(user_id) references users (id) on delete cascade'
  await createTable(db, engine, {
    name: 'suspended_likes',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null, user_id ${id} not null, id ${id} not null, primary key (post_id, user_id)`,
    foreignKeys: [ofPost, ofUser],
  })
  await run('create index suspended_likes_by_user on suspended_likes (user_id)')
  await createTable(db, engine, {
    name: 'removals',
    home: { at: 'its post', column: 'post_id' },
    columns: `post_id ${id} not null,
      entry_id ${id} not null,
      id ${id} not null,
      user_id ${id} not null,
      by_name text not null,
      reason text not null,
      primary key (post_id, entry_id)`,
    foreignKeys: [ofPost, ofUser],
  })
  await run('create index removals_by_id on removals (id)')
  await run('create index removals_by_author on removals (user_id, id)')
  await createTable(db, engine, {
    name: 'reports',
    home: { at: 'the coordinator' },
    columns: `id ${id} primary key,
      position ${id} not null,
      reporter_id ${id} not null,
      entry_id ${id} not null,
      post_id ${id},
      comment_id ${id},
      user_id ${id} not null,
      reason text not null,
      resolved_at ${time},
      resolved_by text,
      note text`,
    foreignKeys: [
      '(reporter_id) references users (id) on delete cascade',
      '(user_id) references users (id) on delete cascade',
    ],
  })
  await run('create unique index open_reports on reports (reporter_id, entry_id) where resolved_at is null')
  await run('create index reports_by_position on reports (position)')
  await run('create index reports_by_user on reports (user_id)')
}

/** Whoever comments asks who has blocked them, and whoever reads their account whom they block: so not by person. */
async function moveBlocks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = engine === 'postgres' ? 'uuid' : 'text'
  await sql`drop index blocks_by_other`.execute(db)
  await sql`alter table blocks rename to blocks_by_person`.execute(db)
  await createTable(db, engine, {
    name: 'blocks',
    home: { at: 'the coordinator' },
    columns: `user_id ${id} not null, other_id ${id} not null, id ${id} not null, primary key (user_id, other_id)`,
    foreignKeys: [
      '(user_id) references users (id) on delete cascade',
      '(other_id) references users (id) on delete cascade',
    ],
  })
  await sql`insert into blocks (user_id, other_id, id) select user_id, other_id, id from blocks_by_person`.execute(
    db,
  )
  await sql`drop table blocks_by_person`.execute(db)
  await sql`create index blocks_by_other on blocks (other_id)`.execute(db)
}
