import { sql } from 'kysely'

// The column `hidden` of a post or comment is 0 while it is visible; otherwise it says why it is not. Counts include
// only what is visible. The condition is written out, because partial indexes are only used for constants.

/** Removed by a moderator. */
export const REMOVED = 1
/** Its author is suspended: every value from this one on. */
export const SUSPENDED = 2

export function isVisible(table: 'posts' | 'comments' | 'profiles') {
  return sql<boolean>`${sql.ref(`${table}.hidden`)} = 0`
}
