import type { ChangeLog } from '../database/change-log.ts'

/** A place in the changes: after the first `count` topics of the span from one position to another. */
export type Place = { from: string; to: string; count: number } | { to: string }

const SEPARATOR = '~'

/** The id of the event that is the last one before this place. */
export function eventIdOf(place: Place): string {
  return 'from' in place ? [place.from, place.to, place.count].join(SEPARATOR) : place.to
}

/** The place that a client says it has reached; undefined if it is none. */
export function placeOf(id: string, log: ChangeLog): Place | undefined {
  const parts = id.split(SEPARATOR)
  const [first = '', second = '', count = ''] = parts
  if (parts.length === 1 && log.isPosition(first)) return { to: first }
  if (parts.length !== 3 || !log.isPosition(first) || !log.isPosition(second)) return undefined
  return /^\d{1,5}$/.test(count) ? { from: first, to: second, count: Number(count) } : undefined
}
