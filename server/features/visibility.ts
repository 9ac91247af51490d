import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

// All reads of these tables go through here; those of hidden rows say why.

export const visiblePosts = (db: Queryable) => db.selectFrom('posts').where(isVisible('posts'))
export const visibleComments = (db: Queryable) => db.selectFrom('comments').where(isVisible('comments'))
export const visiblePostTags = (db: Queryable) => db.selectFrom('post_tags').where(isVisible('post_tags'))
export const visibleProfiles = (db: Queryable) => db.selectFrom('profiles').where(isVisible('profiles'))

export const NOTIFICATION_IS_VISIBLE = sql<boolean>`notifications.hidden = 0 and notifications.count > 0`

export const visibleNotifications = (db: Queryable, userId: string) =>
  db.selectFrom('notifications').where('user_id', '=', userId).where(NOTIFICATION_IS_VISIBLE)

export function isVisible(table: string) {
  return sql<boolean>`${sql.ref(`${table}.hidden`)} = 0`
}

// The sum of the reasons; 0 while visible.

export const REMOVED = 1
export const SUSPENDED = 2
/** Its author can restore it for a minute; for others it no longer exists. */
export const DELETED = 4

const ALL_VALUES = Array.from({ length: REMOVED + SUSPENDED + DELETED + 1 }, (_, value) => value)

/** A list, because an index cannot find bits. */
export function isHiddenBecause(reason: number, table?: string) {
  return isOneOfValues((value) => (value & reason) !== 0, table)
}

export function isNotHiddenBecause(reason: number, table?: string) {
  return isOneOfValues((value) => (value & reason) === 0, table)
}

function isOneOfValues(matches: (value: number) => boolean, table?: string) {
  const values = sql.join(ALL_VALUES.filter(matches).map((value) => sql.lit(value)))
  return sql<boolean>`${sql.ref(table ? `${table}.hidden` : 'hidden')} in (${values})`
}
