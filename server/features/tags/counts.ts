import { sql } from 'kysely'
import { TAGS_LISTED } from '../../../contract/limits.ts'
import type { TagCount } from '../../../contract/tags.ts'
import type { Queryable } from '../../database/database.ts'
import { beginsWith, isOneOfTexts } from '../../database/expressions.ts'

/** Posts with the same tag wait for each other's commits. */
export async function recountTags(trx: Queryable, before: string[], after: string[]): Promise<void> {
  const changes = new Map<string, number>()
  for (const tag of before) changes.set(tag, (changes.get(tag) ?? 0) - 1)
  for (const tag of after) changes.set(tag, (changes.get(tag) ?? 0) + 1)
  // In a fixed order, so that two of these do not deadlock.
  for (const tag of [...changes.keys()].sort()) await addToCount(trx, tag, changes.get(tag) ?? 0)
}

async function addToCount(trx: Queryable, tag: string, count: number): Promise<void> {
  if (count === 0) return
  await trx
    .insertInto('tags')
    .values({ tag, count })
    .onConflict((conflict) => conflict.column('tag').doUpdateSet({ count: sql`tags.count + excluded.count` }))
    .execute()
  if (count < 0) await trx.deleteFrom('tags').where('tag', '=', tag).where('count', '=', 0).execute()
}

export async function countTag(db: Queryable, tag: string): Promise<number> {
  const row = await db.selectFrom('tags').select('count').where('tag', '=', tag).executeTakeFirst()
  return row?.count ?? 0
}

// Enough of the most used tags begin with a short prefix; with a longer one, few tags do at all.
const MOST_USED = 2_000
const FIRST_WITH_PREFIX = 1_000

export async function listTags(db: Queryable, prefix: string | null): Promise<TagCount[]> {
  const mostUsed = db.selectFrom('tags').select(['tag', 'count']).orderBy('count', 'desc').orderBy('tag')
  if (!prefix) return mostUsed.limit(TAGS_LISTED).execute()
  const isWanted = beginsWith('tag', prefix)
  const withPrefix = db
    .selectFrom('tags')
    .select(['tag', 'count'])
    .where(isWanted)
    .orderBy('tag')
    .limit(FIRST_WITH_PREFIX)
  return db
    .selectFrom(
      db
        .selectFrom(mostUsed.limit(MOST_USED).as('most_used'))
        .select(['tag', 'count'])
        .where(isWanted)
        .union(db.selectFrom(withPrefix.as('first_with_prefix')).select(['tag', 'count']))
        .as('candidates'),
    )
    .select(['tag', 'count'])
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(TAGS_LISTED)
    .execute()
}

export async function findUsedTags(db: Queryable, tags: string[]): Promise<string[]> {
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('tags')
    .select('tag')
    .where(isOneOfTexts(db, 'tag', tags))
    .execute()
  return rows.map(({ tag }) => tag)
}
