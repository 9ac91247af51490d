import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '023-mutes'

/**
 * Moves mutes to the coordinator, like blocks: who writes a like or a comment asks who has muted them, which took all
 * nodes, and so failed while any of them was down.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`drop index mutes_by_other`.execute(db)
  await sql`alter table mutes rename to mutes_by_person`.execute(db)
  await createTable(db, engine, {
    name: 'mutes',
    home: { at: 'the coordinator' },
    columns:
      'user_id uuid not null, other_id uuid not null, id uuid not null, primary key (user_id, other_id)',
    foreignKeys: [
      '(user_id) references users (id) on delete cascade',
      '(other_id) references users (id) on delete cascade',
    ],
  })
  await sql`insert into mutes (user_id, other_id, id) select user_id, other_id, id from mutes_by_person`.execute(
    db,
  )
  await sql`drop table mutes_by_person`.execute(db)
  await sql`create index mutes_by_other on mutes (other_id)`.execute(db)
}
