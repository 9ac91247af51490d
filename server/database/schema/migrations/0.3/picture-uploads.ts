import type { Kysely } from 'kysely'
import type { Engine } from '../../../database.ts'
import { OF_USER, schemaTools } from '../../create-table.ts'

export const name = '037-picture-uploads'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, key, run, create } = schemaTools(db, engine)
  await create(
    'picture_uploads',
    { group: 'pictures', column: 'hash' },
    `hash ${key} not null, user_id ${id} not null, primary key (hash, user_id)`,
    '(hash) references pictures (hash) on delete cascade',
    OF_USER,
  )
  await run(
    'create index picture_uploads_by_user on picture_uploads (user_id)',
    `insert into picture_uploads (hash, user_id) select hash, user_id from picture_uses where used_by = 'upload'`,
    'drop table picture_uses',
  )
  if (engine === 'postgres') {
    await run(
      'alter table pictures drop column touches',
      'alter table pictures add column used_at bigint not null default 0',
    )
  } else {
    // SQLite would write all pictures again to drop a column. As a time, a number of touches is long ago.
    await run('alter table pictures rename column touches to used_at')
  }
}
