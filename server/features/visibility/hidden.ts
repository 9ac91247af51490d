import { sql } from 'kysely'

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
