import fastJsonStringify from 'fast-json-stringify'
import type { Static, TSchema } from 'typebox'

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
