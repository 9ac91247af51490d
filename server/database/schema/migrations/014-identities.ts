import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '014-identities'

/** Which accounts belong to whom at a sign-in provider. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'identities',
    home: { at: 'the coordinator' },
    columns: `issuer text not null,
      subject text not null,
      user_id ${engine === 'postgres' ? 'uuid' : 'text'} not null,
      primary key (issuer, subject)`,
    foreignKeys: ['(user_id) references users (id) on delete cascade'],
  })
  await sql`create index identities_by_user on identities (user_id)`.execute(db)
  await sql`alter table codes add column data text`.execute(db)
}
