import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'

// The only ways to read posts with their tags, comments and profiles. What reads hidden ones, too, says why.

export const visiblePosts = (db: Queryable) => db.selectFrom('posts').where(isVisible('posts'))
export const visibleComments = (db: Queryable) => db.selectFrom('comments').where(isVisible('comments'))
export const visiblePostTags = (db: Queryable) => db.selectFrom('post_tags').where(isVisible('post_tags'))
export const visibleProfiles = (db: Queryable) => db.selectFrom('profiles').where(isVisible('profiles'))

/** For joins and writes. Partial indexes only match a constant, not a parameter. */
export function isVisible(table: string) {
  return sql<boolean>`${sql.ref(`${table}.hidden`)} = 0`
}
