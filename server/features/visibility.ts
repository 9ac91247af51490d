import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

// The only ways to read posts with their tags, comments and profiles. What reads hidden ones, too, says why.

export const visiblePosts = (db: Queryable) => db.selectFrom('posts').where(isVisible('posts'))
export const visibleComments = (db: Queryable) => db.selectFrom('comments').where(isVisible('comments'))
export const visiblePostTags = (db: Queryable) => db.selectFrom('post_tags').where(isVisible('post_tags'))
export const visibleProfiles = (db: Queryable) => db.selectFrom('profiles').where(isVisible('profiles'))

// Written out, because partial indexes are only used for constants.
export const NOTIFICATION_IS_VISIBLE = sql<boolean>`notifications.hidden = 0 and notifications.count > 0`

export const visibleNotifications = (db: Queryable, userId: string) =>
  db.selectFrom('notifications').where('user_id', '=', userId).where(NOTIFICATION_IS_VISIBLE)

/** For joins and writes. Partial indexes only match a constant, not a parameter. */
export function isVisible(table: string) {
  return sql<boolean>`${sql.ref(`${table}.hidden`)} = 0`
}

// `hidden` is 0 while visible, otherwise the sum of the reasons.

export const REMOVED = 1
export const SUSPENDED = 2
/** By its author, who can restore the post for a minute. For everyone else it does not exist any more. */
export const DELETED = 4

const ALL_VALUES = Array.from({ length: REMOVED + SUSPENDED + DELETED + 1 }, (_, value) => value)

/** A list of values, because an index cannot find bits. */
export function isHiddenBecause(reason: number, table?: string) {
  return isOneOfValues((value) => (value & reason) !== 0, table)
}

export function isNotHiddenBecause(reason: number, table?: string) {
  return isOneOfValues((value) => (value & reason) === 0, table)
}

function isOneOfValues(isWanted: (value: number) => boolean, table?: string) {
  const values = sql.join(ALL_VALUES.filter(isWanted).map((value) => sql.lit(value)))
  return sql<boolean>`${sql.ref(table ? `${table}.hidden` : 'hidden')} in (${values})`
}
