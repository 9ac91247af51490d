import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database.ts'

export const name = '033-plain-tag-counts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { rows } =
    engine === 'postgres'
      ? await sql`select 1 from pg_class where oid = to_regclass('tag_changes')`.execute(db)
      : await sql`select 1 from sqlite_schema where name = 'tag_changes'`.execute(db)
  if (rows.length === 0) return
  await sql`insert into tags (tag, count) select tag, sum(change) from tag_changes where true group by tag
    on conflict (tag) do update set count = tags.count + excluded.count`.execute(db)
  await sql`delete from tags where count = 0`.execute(db)
  await sql`drop table tag_changes`.execute(db)
}
