import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '010-community'

/** What an admin has set for the community, and who has more rights than a member. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'site',
    home: { at: 'the coordinator' },
    columns: 'key text primary key, value text not null',
    foreignKeys: [],
  })
  await sql`alter table users add column role text not null default 'member'`.execute(db)
  await sql`create index users_with_roles on users (role) where role <> 'member'`.execute(db)
}
