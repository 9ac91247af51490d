import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '012-members'

/** Suspensions, mutes, blocks, and the log of what moderators have done. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const postgres = engine === 'postgres'
  const id = postgres ? 'uuid' : 'text'
  await sql.raw(`alter table users add column suspended_until ${postgres ? 'bigint' : 'integer'}`).execute(db)
  await sql`alter table users add column suspension_reason text`.execute(db)
  for (const name of ['mutes', 'blocks']) {
    await createTable(db, engine, {
      name,
      home: { at: 'its person', column: 'user_id' },
      columns: `user_id ${id} not null, other_id ${id} not null, id ${id} not null,
        primary key (user_id, other_id)`,
      foreignKeys: [
        '(user_id) references users (id) on delete cascade',
        '(other_id) references users (id) on delete cascade',
      ],
    })
    await sql.raw(`create index ${name}_by_other on ${name} (other_id)`).execute(db)
  }
  // No foreign keys: it outlives everyone whom it names.
  await createTable(db, engine, {
    name: 'audit_log',
    home: { at: 'the coordinator' },
    columns: `id ${id} primary key,
      action text not null,
      by_id ${id},
      by_name text,
      to_id ${id},
      to_name text,
      post_id ${id},
      comment_id ${id},
      reason text,
      details text`,
    foreignKeys: [],
  })
}
