import fastJsonStringify from 'fast-json-stringify'
import type { Static, TSchema } from 'typebox'

type Serializer = (value: unknown) => string

const serializers = new WeakMap<TSchema, Serializer>()

/** No field outside of the schema can leave the server. Compiled at first use, to keep the start fast. */
export function toJson<Schema extends TSchema>(schema: Schema, value: Static<Schema>): string {
  const serialize = serializers.getOrInsertComputed(
    schema,
    () => fastJsonStringify(schema as object) as Serializer,
  )
  return serialize(value)
}
