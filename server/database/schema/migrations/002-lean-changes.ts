import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'

export const name = '002-lean-changes'

/** Every write notes a change, so the notes are kept in as few trees as they can be. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`drop index changes_by_time`)
  if (engine === 'postgres') return
  // The last note is never deleted (see changes.ts), so numbers grow without a table that remembers them.
  await run(sql`create table lean_changes (
    position integer primary key,
    topic text not null,
    at integer not null
  )`)
  await run(sql`insert into lean_changes
    select coalesce(max(seq), 0) + 1, 'all', 0 from sqlite_sequence where name = 'changes'`)
  await run(sql`drop table changes`)
  await run(sql`alter table lean_changes rename to changes`)
}
