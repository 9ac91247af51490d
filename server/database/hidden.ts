import { sql } from 'kysely'

// `hidden` is 0 while visible, otherwise the reason. Partial indexes only match constants, not parameters.

export const REMOVED = 1
/** From this value on, the author is suspended. */
export const SUSPENDED = 2

export function isVisible(table: 'posts' | 'comments' | 'profiles') {
  return sql<boolean>`${sql.ref(`${table}.hidden`)} = 0`
}
