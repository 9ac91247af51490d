import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '018-mail-preferences'

/** What members want by mail. Every account has a row, so that those whose daily mail is due are found by an index. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  const time = postgres ? 'bigint' : 'integer'
  await createTable(db, engine, {
    name: 'mail_preferences',
    home: { at: 'the coordinator' },
    columns: `user_id ${id} primary key,
      choices text not null default '{}',
      time_zone text not null default 'UTC',
      token text,
      digest_at ${time} not null default 0,
      digested_id ${id}`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await sql`create index mail_preferences_due on mail_preferences (digest_at)`.execute(db)
  await sql`create unique index mail_preferences_by_token on mail_preferences (token)`.execute(db)
  await sql`insert into mail_preferences (user_id) select id from users where email <> ''`.execute(db)
}
