import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'
import { createTable } from '../create-table.ts'

export const name = '026-tag-changes'

/** Changes of the counts of tags that are not in `tags` yet; see tags/counts.ts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = (tag: string, id: string) =>
    `tag ${tag} not null, id ${id} not null, change integer not null, primary key (tag, id)`
  if (engine === 'sqlite') {
    await sql.raw(`create table tag_changes (${columns('text', 'text')}) without rowid`).execute(db)
    return
  }
  await createTable(db, engine, {
    name: 'tag_changes',
    home: { at: 'the coordinator' },
    columns: columns('text collate "C"', 'uuid'),
    foreignKeys: [],
  })
}
