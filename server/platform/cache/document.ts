import type { Static, TSchema } from 'typebox'
import type { Entry, EntryData, ResponseCache } from './cache.ts'
import { Collection } from './collection.ts'
import { HttpResponse, unpooledCopy } from './http-response.ts'
import { type Part, serialise } from './json.ts'

type Description<Schema extends TSchema, Value extends Static<Schema>> = {
  schema: Schema
  /** Recorded when the document itself changes. */
  topic(id: string): string
  /**
   * Loads these documents in a fixed number of queries. If they are large, it may return only the first ones,
   * about as many as fit on a page.
   */
  load(ids: string[]): Promise<Map<string, Value>>
  /** What else the document shows, such as its author, whose name may change. The value may have more than is shown. */
  dependsOn?(value: Value): string[]
  /** Its weight, if lists of it are limited by something other than bytes. */
  weigh?(value: Value): number
}

/** Something that is shown by itself or in lists; its JSON is cached until anything in it changes. */
export type Document<Value = never> = {
  /** The JSON of each; undefined for ids that do not exist or were left to the next batch. */
  parts(ids: readonly string[]): Promise<(Entry<Part> | undefined)[]>
  response(id: string): Promise<Entry<HttpResponse> | undefined>
  /** Caches a document that is about to be written, so that it is not read back. */
  prime(id: string, value: Value, since: number): void
}

export function document<Schema extends TSchema, Value extends Static<Schema> = Static<Schema>>(
  cache: ResponseCache,
  { schema, topic, load, dependsOn = () => [], weigh }: Description<Schema, Value>,
): Document<Value> {
  const parts = new Collection<Part>(cache)
  const responses = new Collection<HttpResponse>(cache)

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
        cache.hits++
        return known
      }
      const since = cache.version
      const part = await parts.load(id, async () => (await loadParts([id])).get(id))
      if (!part) return undefined
      // The response refers to the bytes of the part, which are counted there.
      const made = { value: new HttpResponse(part.value.json), bytes: 0, topics: [], parts: [part] }
      return responses.get(id) ?? responses.store(id, made, since)
    },

    prime(id, value, since) {
      parts.store(id, make(id, value), since)
    },
  }
}
