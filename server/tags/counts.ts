import { sql } from 'kysely'
import { TAGS_LISTED } from '../../contract/limits.ts'
import type { TagCount } from '../../contract/tags.ts'
import type { Queryable } from '../database/database.ts'
import { beginsWith } from '../database/expressions.ts'
import type { Writer } from '../database/write.ts'
import { newId } from '../ids.ts'

// Everyone who writes about the same thing would wait for the others' commits if they all added to one row. So each
// transaction adds rows of its own to tag_changes, and fold-changes.ts adds them to `tags` later. A count is always read
// from both tables, in one statement: whatever is folded meanwhile is seen in exactly one of them.

/** Counts a new post with these tags; for a step of its write. */
export function countNewTags(db: Writer, postId: string, tags: string[]) {
  return db.insertInto('tag_changes').values(tags.map((tag) => ({ tag, id: postId, change: 1 })))
}

/** Changes the counts by how much more often a tag is in the second list than in the first. */
export async function recountTags(trx: Queryable, before: string[], after: string[]): Promise<void> {
  const changes = new Map<string, number>()
  for (const tag of before) changes.set(tag, (changes.get(tag) ?? 0) - 1)
  for (const tag of after) changes.set(tag, (changes.get(tag) ?? 0) + 1)
  const id = newId()
  const rows = [...changes].flatMap(([tag, change]) => (change === 0 ? [] : { tag, id, change }))
  if (rows.length > 0) await trx.insertInto('tag_changes').values(rows).execute()
}

/** How many posts have a tag. */
export async function countTag(db: Queryable, tag: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select count from tags where tag = ${tag}), 0)
      + coalesce((select sum(change) from tag_changes where tag = ${tag}), 0) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** The tags with the most posts, or of those that begin with a text. */
export async function listTags(db: Queryable, prefix: string | null): Promise<TagCount[]> {
  const isWanted = prefix === null ? sql<boolean>`true` : beginsWith('tag', prefix)
  // Of tags without changes, only those with the highest counts are read.
  const { rows } = await sql<TagCount>`
    select tag, count from (
      select tag, sum(change) + coalesce((select count from tags where tags.tag = tag_changes.tag), 0) as count
      from tag_changes where ${isWanted} group by tag
      union all
      select tag, count from (
        select tag, count from tags
        where ${isWanted} and not exists (select 1 from tag_changes where tag_changes.tag = tags.tag)
        order by count desc, tag limit ${sql.lit(TAGS_LISTED)}
      ) as unchanged
    ) as counted
    where count > 0 order by count desc, tag limit ${sql.lit(TAGS_LISTED)}`.execute(db)
  return rows
}

/** Those of some tags that posts have, or had until a moment ago. */
export async function findUsedTags(db: Queryable, tags: string[]): Promise<string[]> {
  if (tags.length === 0) return []
  const { rows } = await sql<{ tag: string }>`
    select tag from tags where tag in (${sql.join(tags)})
    union select tag from tag_changes where tag in (${sql.join(tags)})`.execute(db)
  return rows.map(({ tag }) => tag)
}
