import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '007-handles'

/** Existing accounts are given handles in the background: the upgrade is as fast for a million of them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const key = postgres ? 'text collate "C"' : 'text'
  await sql.raw(`alter table users add column handle ${key}`).execute(db)
  await sql`create index users_without_handle on users (id) where handle is null`.execute(db)
  await createTable(db, engine, {
    name: 'handles',
    home: { at: 'everywhere' },
    columns: `handle ${key} primary key, user_id ${postgres ? 'uuid' : 'text'}`,
    foreignKeys: [],
  })
  await sql`create index handles_by_user on handles (user_id)`.execute(db)
}
