/** A place in the changes: after the first `count` topics of the span from one position to another. */
export type Place = { from: string; to: string; count: number } | { to: string }

const SEPARATOR = '~'

/** The id of the event that is the last one before this place. */
export function eventIdOf(place: Place): string {
  return 'from' in place ? [place.from, place.to, place.count].join(SEPARATOR) : place.to
}

/** The place that a client says it has reached; undefined if it is none. Whether its positions are some is not checked. */
export function placeOf(id: string): Place | undefined {
  const [first = '', second, count = '', ...rest] = id.split(SEPARATOR)
  if (second === undefined) return { to: first }
  if (rest.length > 0 || !/^\d{1,5}$/.test(count)) return undefined
  return { from: first, to: second, count: Number(count) }
}
