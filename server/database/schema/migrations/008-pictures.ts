import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'
import { isDistributed } from '../placement.ts'
import type { Tables } from '../tables.ts'

export const name = '008-pictures'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const key = postgres ? 'text collate "C"' : 'text'
  const id = postgres ? 'uuid' : 'text'
  const home = { at: 'its picture', column: 'hash' } as const
  await createTable(db, engine, {
    name: 'pictures',
    home,
    columns: `
      hash ${key} primary key,
      size integer not null,
      width integer not null,
      height integer not null,
      touches integer not null,
      bytes ${postgres ? 'bytea' : 'blob'} not null`,
    foreignKeys: [],
  })
  // WebP does not get smaller, and PostgreSQL would try. Citus cannot change it once the table is distributed.
  if (postgres && !(await isDistributed(db as Kysely<Tables>))) {
    await sql`alter table pictures alter column bytes set storage external`.execute(db)
  }
  await createTable(db, engine, {
    name: 'picture_uses',
    home,
    columns: `
      hash ${key} not null,
      user_id ${id} not null,
      used_by ${key} not null,
      at ${postgres ? 'bigint' : 'integer'} not null,
      primary key (hash, user_id, used_by)`,
    foreignKeys: ['(hash) references pictures (hash)', '(user_id) references users (id)'],
  })
  await sql`create index picture_uses_by_user on picture_uses (user_id, used_by)`.execute(db)
  await sql`create index picture_uses_by_time on picture_uses (at)`.execute(db)
}
