import type { Entry } from './cache.ts'

export type Part = { json: Buffer; weight: number }
export type Parts = readonly (Entry<Part> | undefined)[]

export { toJson as serialise } from './to-json.ts'

/** A part larger than any page still gets one to itself; one that was deleted takes no room. */
export function countWithin(parts: Parts, most: number, measure: (part: Part) => number): number {
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

export function bytesOnPage({ json }: Part): number {
  return json.length + 1
}

export function joinParts(parts: Parts): Buffer {
  return joinJson(parts.flatMap((part) => part?.value.json ?? []))
}

export function joinJson(values: readonly Buffer[]): Buffer {
  const pieces = values.flatMap((json, index) => [Buffer.from(index === 0 ? '[' : ','), json])
  return Buffer.concat(pieces.length === 0 ? [Buffer.from('[]')] : [...pieces, Buffer.from(']')])
}
