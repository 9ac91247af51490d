import { type Kysely, sql } from 'kysely'

export const name = '033-plain-tag-counts'

/** The counts of tags are in one table again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into tags (tag, count) select tag, sum(change) from tag_changes where true group by tag
    on conflict (tag) do update set count = tags.count + excluded.count`.execute(db)
  await sql`delete from tags where count = 0`.execute(db)
  await sql`drop table tag_changes`.execute(db)
}
