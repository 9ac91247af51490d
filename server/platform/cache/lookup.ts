import { serialize } from 'node:v8'
import { Collection } from './collection.ts'
import type { ResponseCache } from './response-cache.ts'

type Description<Value> = {
  load(key: string): Promise<Value>
  dependsOn(key: string, value: Exclude<Value, undefined>): string[]
}

// Strings, lists and sets take about this many times as much memory as their serialised form.
const MEMORY_FACTOR = 3

/** For what is read often but is not itself a response. */
export function lookup<Value>(
  cache: ResponseCache,
  { load, dependsOn }: Description<Value>,
): (key: string) => Promise<Value> {
  type Known = Exclude<Value, undefined>
  const values = new Collection<Known>(cache.entries)

  const make = async (key: string) => {
    const value = await load(key)
    if (value === undefined) return undefined
    const known = value as Known
    const bytes = MEMORY_FACTOR * serialize(known).length
    return { value: known, bytes, topics: dependsOn(key, known) }
  }

  return async (key) => (await values.load(key, () => make(key)))?.value as Value
}
