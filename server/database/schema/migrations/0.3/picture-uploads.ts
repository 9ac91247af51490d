import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'
import { columnTypes, createTable } from '../../create-table.ts'

export const name = '037-picture-uploads'

/** Who has uploaded which picture, and when it was last used, instead of everything that uses it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { id, key } = columnTypes(engine)
  await createTable(db, engine, {
    name: 'picture_uploads',
    distribution: { group: 'pictures', column: 'hash' },
    columns: `hash ${key} not null,
      user_id ${id} not null,
      primary key (hash, user_id)`,
    foreignKeys: [
      '(hash) references pictures (hash) on delete cascade',
      '(user_id) references users (id) on delete cascade',
    ],
  })
  await run('create index picture_uploads_by_user on picture_uploads (user_id)')
  await run(`insert into picture_uploads (hash, user_id)
    select hash, user_id from picture_uses where used_by = 'upload'`)
  await run('drop table picture_uses')
  if (engine === 'postgres') {
    await run('alter table pictures drop column touches')
    await run('alter table pictures add column used_at bigint not null default 0')
  } else {
    // SQLite would write all pictures again to drop a column. As a time, a number of touches is long ago.
    await run('alter table pictures rename column touches to used_at')
  }
}
