import type { Static, TSchema } from 'typebox'
import type { Entry, EntryData } from './cache.ts'
import { Collection } from './collection.ts'
import { HttpResponse, unpooledCopy } from './http-response.ts'
import { type Part, serialise } from './json.ts'
import type { ResponseCache } from './response-cache.ts'

type Description<Schema extends TSchema, Value extends Static<Schema>> = {
  schema: Schema
  topic(id: string): string
  /** Takes a fixed number of queries. Of large documents it may return only the first ones, about a page. */
  load(ids: string[]): Promise<Map<string, Value>>
  /** Such as the author, whose name may change. */
  dependsOn?(value: Value): string[]
  /** For lists that are limited by something other than bytes. */
  weigh?(value: Value): number
}

export type Document<Value = never> = {
  /** Undefined for ids that do not exist or were left to the next batch. */
  parts(ids: readonly string[]): Promise<(Entry<Part> | undefined)[]>
  response(id: string): Promise<Entry<HttpResponse> | undefined>
  /** For a document that is about to be written, so that it is not read back. */
  prime(id: string, value: Value, since: number): void
}

export function document<Schema extends TSchema, Value extends Static<Schema> = Static<Schema>>(
  cache: ResponseCache,
  { schema, topic, load, dependsOn = () => [], weigh }: Description<Schema, Value>,
): Document<Value> {
  const parts = new Collection<Part>(cache.entries)
  const responses = new Collection<HttpResponse>(cache.entries)

  const make = (id: string, value: Value): EntryData<Part> => {
    const json = unpooledCopy(serialise(schema, value))
    return {
      value: { json, weight: weigh?.(value) ?? json.length },
      bytes: json.length,
      topics: [...new Set([topic(id), ...dependsOn(value)])],
    }
  }

  const loadParts = async (ids: string[]) => {
    const values = await load(ids)
    return new Map([...values].map(([id, value]) => [id, make(id, value)]))
  }

  return {
    parts: (ids) => parts.loadMany(ids, loadParts),

    async response(id) {
      const known = responses.get(id)
      if (known) {
        cache.entries.hits++
        return known
      }
      const since = cache.entries.version
      const part = await parts.load(id, async () => (await loadParts([id])).get(id))
      if (!part) return undefined
      // The part counts the bytes that the response refers to.
      const made = { value: new HttpResponse(part.value.json), bytes: 0, topics: [], parts: [part] }
      return responses.get(id) ?? responses.store(id, made, since)
    },

    prime(id, value, since) {
      parts.store(id, make(id, value), since)
    },
  }
}
