import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '011-recovery'

/** One-time codes, of which only the hash is stored, invitations, and whether an email was confirmed. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  const time = postgres ? 'bigint' : 'integer'
  await createTable(db, engine, {
    name: 'codes',
    home: { at: 'the coordinator' },
    columns: `hash text primary key,
      kind text not null,
      user_id ${id},
      email text,
      expires_at ${time} not null`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await sql`create index codes_by_user on codes (user_id)`.execute(db)
  await sql`create index codes_by_expiry on codes (expires_at)`.execute(db)
  await createTable(db, engine, {
    name: 'invitations',
    home: { at: 'the coordinator' },
    columns: `id ${id} primary key,
      code text not null unique,
      created_by ${id} not null,
      uses integer not null,
      used integer not null,
      expires_at ${time} not null`,
    foreignKeys: ['(created_by) references users (id) on delete cascade'],
  })
  await sql`create index invitations_by_creator on invitations (created_by)`.execute(db)
  const flag = sql.raw(postgres ? 'smallint' : 'integer')
  await sql`alter table users add column email_confirmed ${flag} not null default 0`.execute(db)
  await sql`alter table users add column invited_by ${sql.raw(id)}`.execute(db)
}
