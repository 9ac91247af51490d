import { LRUCache } from 'lru-cache'
import type { ChangeReader } from '../../database/changes/changes.ts'
import { CachedResponse, type Content } from './cached-response.ts'
import { Freshness } from './freshness.ts'

/** `topics` names everything that the value shows; a change of one drops the value. */
type Loaded<T> = {
  value: T
  topics: readonly string[]
  maxAge?: number
}

type LoadedResponse = Content & Omit<Loaded<unknown>, 'value'>

type Load = { since: number; result: Promise<Loaded<unknown> | undefined> }

const MAX_BYTES = 16 * 1024 * 1024
const MAX_VALUE_BYTES = 1024 * 1024
// A value takes about as much memory again for its compressed forms or objects.
const MEMORY_FACTOR = 2
const OVERHEAD = 600
const TOPIC_OVERHEAD = 250
// About a megabyte; beyond it, loads in progress are not kept.
const MAX_TOPICS_REMEMBERED = 10_000

export class ResponseCache {
  hits = 0
  misses = 0
  readonly #freshness: Freshness
  readonly #values = new LRUCache<string, Loaded<unknown>>({
    maxSize: MAX_BYTES,
    dispose: ({ topics }, key) => this.#unlink(key, topics),
  })
  readonly #keysByTopic = new Map<string, Set<string>>()
  readonly #loads = new Map<string, Load>()
  /** Grows with every change. A load that starts now sees all changes up to this version. */
  #version = 0
  readonly #changedAt = new Map<string, number>()
  #allChangedAt = 0

  constructor(changes: ChangeReader) {
    this.#freshness = new Freshness(changes, (topics) => this.#invalidate(topics))
  }

  get bytes(): number {
    return this.#values.calculatedSize
  }

  check(): Promise<void> | undefined {
    return this.#freshness.check()
  }

  checkAfterWrite(): Promise<void> {
    return this.#freshness.checkAfterWrite()
  }

  get<T>(key: string): T | undefined {
    return this.#values.get(key)?.value as T | undefined
  }

  response(key: string, load: () => Promise<LoadedResponse>): Promise<CachedResponse>
  response(key: string, load: () => Promise<LoadedResponse | undefined>): Promise<CachedResponse | undefined>
  response(
    key: string,
    load: () => Promise<LoadedResponse | undefined>,
  ): Promise<CachedResponse | undefined> {
    return this.load(key, async () => {
      const loaded = await load()
      return loaded && { ...loaded, value: new CachedResponse(loaded) }
    })
  }

  /** Concurrent calls share a load. What does not exist is not kept, as anyone can invent ids. */
  load<T>(key: string, load: () => Promise<Loaded<T>>): Promise<T>
  load<T>(key: string, load: () => Promise<Loaded<T> | undefined>): Promise<T | undefined>
  async load<T>(key: string, load: () => Promise<Loaded<T> | undefined>): Promise<T | undefined> {
    const cached = this.get<T>(key)
    if (cached !== undefined) {
      this.hits++
      return cached
    }
    const running = this.#loads.get(key)
    if (!running) return this.#start(key, load)
    const version = this.#version
    const loaded = (await running.result) as Loaded<T> | undefined
    const isCurrent = running.since === version || (loaded && !this.#hasChanged(loaded.topics, running.since))
    return isCurrent ? loaded?.value : this.load(key, load)
  }

  async #start<T>(key: string, load: () => Promise<Loaded<T> | undefined>): Promise<T | undefined> {
    this.misses++
    const started: Load = { since: this.#version, result: load() }
    this.#loads.set(key, started)
    try {
      const loaded = (await started.result) as Loaded<T> | undefined
      if (loaded && !this.#hasChanged(loaded.topics, started.since)) this.#keep(key, loaded)
      return loaded?.value
    } finally {
      this.#loads.delete(key)
    }
  }

  #hasChanged(topics: readonly string[], since: number): boolean {
    return this.#allChangedAt > since || topics.some((topic) => (this.#changedAt.get(topic) ?? 0) > since)
  }

  #keep(key: string, { value, topics, maxAge }: Loaded<unknown>): void {
    const bytes = value instanceof CachedResponse ? value.body.length : JSON.stringify(value).length
    if (bytes > MAX_VALUE_BYTES) return
    const distinct = [...new Set(topics)]
    const size = MEMORY_FACTOR * bytes + 2 * key.length + OVERHEAD + TOPIC_OVERHEAD * distinct.length
    this.#values.set(key, { value, topics: distinct }, { size, ttl: maxAge })
    for (const topic of distinct) this.#keysByTopic.getOrInsertComputed(topic, () => new Set()).add(key)
  }

  #unlink(key: string, topics: readonly string[]): void {
    for (const topic of topics) {
      const keys = this.#keysByTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTopic.delete(topic)
    }
  }

  #invalidate(topics: string[] | undefined): void {
    this.#version++
    if (!topics || this.#changedAt.size + topics.length > MAX_TOPICS_REMEMBERED) {
      this.#changedAt.clear()
      this.#allChangedAt = this.#version
    }
    if (!topics) this.#values.clear()
    for (const topic of topics ?? []) {
      this.#changedAt.set(topic, this.#version)
      for (const key of this.#keysByTopic.get(topic) ?? []) this.#values.delete(key)
    }
  }
}
