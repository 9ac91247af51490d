import type { Static, TSchema } from 'typebox'
import { type Awaitable, mapAwaitable } from '../awaitable.ts'
import { Answer } from './answer.ts'
import { unpooledCopy } from './bytes.ts'
import type { AnswerCache, Entry, EntryData } from './cache.ts'
import { Collection } from './collection.ts'
import type { Part } from './json-list.ts'
import { serialise } from './serialise.ts'

type Description<Schema extends TSchema> = {
  schema: Schema
  /** What changes when the document itself does. */
  topic(id: string): string
  /**
   * Loads these in a number of queries that does not depend on how many there are. Where they are large, the
   * first of them are enough: about as many as fit on a page.
   */
  load(ids: string[]): Promise<Map<string, Static<Schema>>>
  /** What else the document shows, such as its author, whose name may change. */
  dependsOn?(value: Static<Schema>): string[]
  /** What it counts where a list is bounded by something other than bytes. */
  weigh?(value: Static<Schema>): number
}

/** Something that is shown by itself or in lists, as JSON that is made once until anything in it changes. */
export type Document<Schema extends TSchema = TSchema> = {
  /** The JSON of these; undefined where there is none of that id, or not all were loaded at once. */
  parts(ids: readonly string[]): Awaitable<(Entry<Part> | undefined)[]>
  answer(id: string): Awaitable<Entry<Answer> | undefined>
  /** Spares loading what is about to be written, from data that was true at that moment. */
  prime(id: string, value: Static<Schema>, since: number): void
}

export function document<Schema extends TSchema>(
  cache: AnswerCache,
  { schema, topic, load, dependsOn = () => [], weigh }: Description<Schema>,
): Document<Schema> {
  const parts = new Collection<Part>(cache)
  const answers = new Collection<Answer>(cache)

  const make = (id: string, value: Static<Schema>): EntryData<Part> => {
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

    answer(id) {
      const known = answers.get(id)
      if (known) {
        cache.hits++
        return known
      }
      const since = cache.version
      const loaded = parts.load(id, async () => (await loadParts([id])).get(id))
      return mapAwaitable(loaded, (part) => {
        if (!part) return undefined
        const made = { value: new Answer(part.value.json), bytes: 0, topics: [], parts: [part] }
        // The answer refers to the bytes of the part, which are counted there.
        return answers.get(id) ?? answers.store(id, made, since)
      })
    },

    prime(id, value, since) {
      parts.store(id, make(id, value), since)
    },
  }
}
