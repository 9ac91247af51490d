import fastJsonStringify from 'fast-json-stringify'
import type { Static, TSchema } from 'typebox'
import type { Entry } from './cache.ts'

/** The JSON of a document, and its weight for lists that are limited by something other than bytes. */
export type Part = { json: Buffer; weight: number }
export type Parts = readonly (Entry<Part> | undefined)[]

type Serialise = (value: unknown) => string

const serialisers = new WeakMap<TSchema, Serialise>()

/**
 * JSON by the contract's schema: no field that it does not name can leave the server.
 * Compiled at first use, so that a start does not wait for calls nobody has made yet.
 */
export function serialise<Schema extends TSchema>(schema: Schema, value: Static<Schema>): string {
  let serialiser = serialisers.get(schema)
  if (!serialiser) {
    serialiser = fastJsonStringify(schema as object) as Serialise
    serialisers.set(schema, serialiser)
  }
  return serialiser(value)
}

/**
 * How many of the parts fit within a limit. A part that is larger than any page still gets one to itself, and one that
 * was deleted after its page was listed takes no room.
 */
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

/** The bytes of a part on a page, with the comma or bracket that follows it. */
export function bytesOnPage({ json }: Part): number {
  return json.length + 1
}

/** A JSON list of the parts that exist. */
export function joinParts(parts: Parts): Buffer {
  return joinJson(parts.flatMap((part) => part?.value.json ?? []))
}

/** A JSON list of values that are JSON already. */
export function joinJson(values: readonly Buffer[]): Buffer {
  const pieces = values.flatMap((json, index) => [Buffer.from(index === 0 ? '[' : ','), json])
  return Buffer.concat(pieces.length === 0 ? [Buffer.from('[]')] : [...pieces, Buffer.from(']')])
}
