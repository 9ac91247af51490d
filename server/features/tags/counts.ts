import { TAGS_LISTED } from '../../../contract/limits.ts'
import type { TagCount } from '../../../contract/tags.ts'
import type { Queryable } from '../../database/database.ts'
import { beginsWith, isOneOf } from '../../database/expressions.ts'

export async function countTag(db: Queryable, tag: string): Promise<number> {
  const row = await db.selectFrom('tags').select('count').where('tag', '=', tag).executeTakeFirst()
  return row?.count ?? 0
}

// Short prefixes match enough of the most used tags; few tags match longer ones.
const MOST_USED = 2_000
const FIRST_WITH_PREFIX = 1_000

export async function listTags(db: Queryable, prefix: string | null): Promise<TagCount[]> {
  const mostUsed = db.selectFrom('tags').select(['tag', 'count']).orderBy('count', 'desc').orderBy('tag')
  if (!prefix) return mostUsed.limit(TAGS_LISTED).execute()
  const hasPrefix = beginsWith('tag', prefix)
  const withPrefix = db
    .selectFrom('tags')
    .select(['tag', 'count'])
    .where(hasPrefix)
    .orderBy('tag')
    .limit(FIRST_WITH_PREFIX)
  return db
    .selectFrom(
      db
        .selectFrom(mostUsed.limit(MOST_USED).as('most_used'))
        .select(['tag', 'count'])
        .where(hasPrefix)
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
    .where(isOneOf(db, 'tag', tags, 'text'))
    .execute()
  return rows.map(({ tag }) => tag)
}
