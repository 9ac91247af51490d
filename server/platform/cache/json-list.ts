import type { Entry } from './cache.ts'

/** The JSON of a document, and its weight for lists that are limited by something other than bytes. */
export type Part = { json: Buffer; weight: number }

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

/**
 * How many of the parts fit within a limit. An entry that is larger than any page still gets one to itself, and
 * one that has been deleted after its page was listed takes no room.
 */
export function countWithin(
  parts: readonly (Entry<Part> | undefined)[],
  most: number,
  measure: (part: Part) => number,
): number {
  let sum = 0
  let isFirst = true
  const end = parts.findIndex((part) => {
    if (!part) return false
    sum += measure(part.value)
    const fits = isFirst || sum <= most
    isFirst = false
    return !fits
  })
  return end === -1 ? parts.length : end
}

/** The bytes of an entry on a page, with the comma or bracket that follows it. */
export function bytesOnPage({ json }: Part): number {
  return json.length + COMMA.length
}

/** A JSON list of the parts that exist. */
export function joinParts(parts: readonly (Entry<Part> | undefined)[]): Buffer {
  return joinJson(parts.map((part) => part?.value.json))
}

/** A JSON list of entries that are JSON already. */
export function joinJson(entries: readonly (Buffer | undefined)[]): Buffer {
  const pieces: Buffer[] = [OPEN]
  for (const json of entries) {
    if (!json) continue
    if (pieces.length > 1) pieces.push(COMMA)
    pieces.push(json)
  }
  pieces.push(CLOSE)
  return Buffer.concat(pieces)
}
