import type { AnswerCache } from './cache.ts'

/**
 * Cached texts of a few bytes, such as ids, each of which depends on one topic: the prefix and its key. A `Collection`
 * would take ten times as much memory for each.
 */
export class ShortValues {
  readonly #cache: AnswerCache
  readonly #prefix: string
  readonly #maxCount: number
  /** Oldest first. */
  readonly #values = new Map<string, string>()

  constructor(cache: AnswerCache, prefix: string, maxCount: number) {
    this.#cache = cache
    this.#prefix = prefix
    this.#maxCount = maxCount
    cache.onInvalidate((topics) => this.#invalidate(topics))
  }

  /** The values of these keys in their order, with a single call of `read` for all that are missing. */
  async load(
    keys: readonly string[],
    read: (missing: string[]) => Promise<Map<string, string>>,
  ): Promise<(string | undefined)[]> {
    const found = keys.map((key) => this.#values.get(key))
    const missing = keys.filter((_, index) => found[index] === undefined)
    if (missing.length === 0) return found
    const since = this.#cache.version
    const values = await read(missing)
    for (const [key, value] of values) this.#store(key, value, since)
    return keys.map((key, index) => found[index] ?? values.get(key))
  }

  /** Whether these are the cached values of these keys. */
  have(keys: readonly string[], values: readonly (string | undefined)[]): boolean {
    return keys.every((key, index) => this.#values.get(key) === values[index])
  }

  #store(key: string, value: string, since: number): void {
    if (this.#cache.hasChanged({ topics: [this.#prefix + key], parts: [] }, since)) return
    this.#values.set(key, value)
    if (this.#values.size <= this.#maxCount) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      break
    }
  }

  #invalidate(topics: readonly string[] | undefined): void {
    if (!topics) this.#values.clear()
    else if (this.#values.size > 0) {
      for (const topic of topics) {
        if (topic.startsWith(this.#prefix)) this.#values.delete(topic.slice(this.#prefix.length))
      }
    }
  }
}
