import type { Awaitable } from './awaitable.ts'
import type { Topic } from './database/changes.ts'
import type { ChangeReader, Changes } from './database/database.ts'

/** A value that others refer to as well: it tells them whether the cache still vouches for it. */
export type Kept = {
  kept: boolean
  /** Set by the cache while it keeps the value, which calls it with the bytes that it has grown by. */
  grown?: ((bytes: number) => void) | undefined
  /** Called when the cache lets go of the value. */
  released?(): void
}

type Entry = { topics: Topic[]; key: string; value: unknown; size: number }
type Build = { promise: Promise<unknown>; stale: boolean }

const MOST_BYTES = 16 * 1024 * 1024
// One large value must not push out hundreds of small ones.
const LARGEST_ENTRY = MOST_BYTES / 16
// What an entry costs beyond its value: itself, its key and maps, and its place under each topic.
const ENTRY_OVERHEAD = 900
const TOPIC_OVERHEAD = 100

/**
 * Answers and parts of answers, kept as long as the data they were made from has not changed.
 * `refresh` must be awaited once by every request before it asks: from then on the request sees
 * at least every transaction, of this process or another, that had committed when it arrived.
 */
export class FreshCache {
  hits = 0
  misses = 0
  readonly #changes: ChangeReader
  readonly #entries = new Map<Topic, Map<string, Entry>>()
  /** Oldest first. */
  readonly #order = new Set<Entry>()
  readonly #builds = new Map<Topic, Map<string, Build>>()
  #bytes = 0
  #position: string | undefined
  #lookedInThisTurn = false
  #look: Promise<void> | undefined
  #nextLook: Promise<void> | undefined
  readonly #haveLooked = new WeakSet<object>()

  constructor(changes: ChangeReader) {
    this.#changes = changes
  }

  /** Undefined where there is nothing to wait for. */
  refresh(): Promise<void> | undefined {
    if (this.#changes.immediate) {
      if (this.#lookedInThisTurn) return undefined
      // All requests of one turn of the event loop had arrived when it began, so they share a look.
      this.#lookedInThisTurn = true
      setImmediate(this.#endTurn)
      this.#lookAtOnce(this.#changes)
      return undefined
    }
    // A look that is under way may have begun before this request's predecessor committed, so the
    // request joins the next one: however many arrive meanwhile, they share a single question.
    this.#nextLook ??= (this.#look ?? endOfTurn()).then(
      () => this.#startLook(),
      (error) => {
        // A database that has not answered this one would let the next wait as long again.
        this.#nextLook = undefined
        throw error
      },
    )
    return this.#nextLook
  }

  /** The same for a request that may have looked already. */
  refreshFor(request: object): Promise<void> | undefined {
    return this.#haveLooked.has(request) ? undefined : this.refresh()
  }

  /** Says that `refresh` was awaited on behalf of a request that is now handed on. */
  hasLooked(request: object): void {
    this.#haveLooked.add(request)
  }

  /** For a request that has just written and wants to see it. */
  refreshAfterWrite(): Promise<void> | undefined {
    if (!this.#changes.immediate) return this.refresh()
    // Not on behalf of the turn: a commit is told at the end of one, and who comes in the next must look.
    this.#lookAtOnce(this.#changes)
    return undefined
  }

  /**
   * The entry at once, or a promise of what `build` makes; many who ask wait for one build. Undefined is
   * not kept: whoever invents ids and tokens must not fill the cache with what does not exist.
   */
  get<T>(topic: Topic, key: string, build: () => Promise<T>, size: (value: T) => number): Awaitable<T> {
    const entry = this.#entries.get(topic)?.get(key)
    if (entry) {
      this.hits++
      return entry.value as T
    }
    const running = this.#builds.get(topic)?.get(key)
    if (running && !running.stale) return running.promise as Promise<T>
    this.misses++
    return this.#build(topic, key, build, size)
  }

  /**
   * Several entries at once, with a single call of `build` for all that are missing; undefined where it
   * has not built one.
   */
  getMany<T>(
    topics: Topic[],
    key: string,
    build: (missing: Topic[]) => Promise<Map<Topic, T>>,
    size: (value: T) => number,
  ): Awaitable<(T | undefined)[]> {
    const missing: Topic[] = []
    let batch: Promise<Map<Topic, T>> | undefined
    const buildBatch = () => {
      // Runs after the loop below has gathered all that is missing.
      batch ??= Promise.resolve().then(() => build(missing))
      return batch
    }
    const sizeOf = (value: T | undefined) => (value === undefined ? 0 : size(value))
    let waiting = false
    const values = topics.map((topic) => {
      const entry = this.#entries.get(topic)?.get(key)
      if (entry) return entry.value as T
      waiting = true
      const buildOne = () => {
        missing.push(topic)
        return buildBatch().then((built) => built.get(topic))
      }
      return this.get<T | undefined>(topic, key, buildOne, sizeOf)
    })
    return waiting ? Promise.all(values) : (values as T[])
  }

  /** The entry, if it is there. */
  peek<T>(topic: Topic, key: string): T | undefined {
    return this.#entries.get(topic)?.get(key)?.value as T | undefined
  }

  /** Keeps what depends on several topics until one of them changes, unless it is too large. */
  keep<T>(topics: Topic[], key: string, value: T, bytes: number): void {
    for (const topic of topics) {
      const previous = this.#entries.get(topic)?.get(key)
      if (previous) this.#end(previous)
    }
    if (bytes > LARGEST_ENTRY) return
    const size = bytes + ENTRY_OVERHEAD + topics.length * TOPIC_OVERHEAD
    const entry = { topics, key, value, size }
    for (const topic of topics) innerMap(this.#entries, topic).set(key, entry)
    this.#order.add(entry)
    this.#bytes += size
    if (isKept(value)) {
      value.kept = true
      value.grown = (more) => this.#grow(entry, more)
    }
    this.#makeRoom()
  }

  readonly #endTurn = () => {
    this.#lookedInThisTurn = false
  }

  #lookAtOnce(changes: ChangeReader & { immediate: true }): void {
    this.#apply(changes.since(this.#position))
  }

  #startLook(): Promise<void> {
    this.#nextLook = undefined
    const look = this.#lookNow().finally(() => {
      if (this.#look === look) this.#look = undefined
    })
    this.#look = look
    return look
  }

  async #lookNow(): Promise<void> {
    this.#apply(await this.#changes.since(this.#position))
  }

  #apply({ position, topics }: Changes): void {
    this.#position = position
    if (topics === undefined || topics.includes('all')) this.#dropAll()
    else for (const topic of topics) this.#drop(topic as Topic)
  }

  #grow(entry: Entry, bytes: number): void {
    entry.size += bytes
    this.#bytes += bytes
    this.#makeRoom()
  }

  /** What is still in use comes back with the next question. */
  #makeRoom(): void {
    for (const oldest of this.#order) {
      if (this.#bytes <= MOST_BYTES) break
      this.#end(oldest)
    }
  }

  #drop(topic: Topic): void {
    for (const build of this.#builds.get(topic)?.values() ?? []) build.stale = true
    this.#builds.delete(topic)
    for (const entry of this.#entries.get(topic)?.values() ?? []) this.#end(entry)
  }

  /** Takes the entry out from under all of its topics. */
  #end(entry: Entry): void {
    const { topics, key, value, size } = entry
    for (const topic of topics) {
      const entries = this.#entries.get(topic)
      entries?.delete(key)
      if (entries?.size === 0) this.#entries.delete(topic)
    }
    this.#order.delete(entry)
    this.#bytes -= size
    if (isKept(value)) {
      value.kept = false
      value.grown = undefined
      value.released?.()
    }
  }

  #dropAll(): void {
    for (const topic of new Set([...this.#entries.keys(), ...this.#builds.keys()])) this.#drop(topic)
  }

  #build<T>(topic: Topic, key: string, make: () => Promise<T>, size: (value: T) => number): Promise<T> {
    const build: Build = { promise: Promise.resolve(), stale: false }
    const promise = make().then(
      (value) => {
        if (!build.stale && value !== undefined) this.keep([topic], key, value, size(value))
        this.#endBuild(topic, key, build)
        return value
      },
      (error) => {
        this.#endBuild(topic, key, build)
        throw error
      },
    )
    build.promise = promise
    innerMap(this.#builds, topic).set(key, build)
    return promise
  }

  #endBuild(topic: Topic, key: string, build: Build): void {
    const builds = this.#builds.get(topic)
    if (builds?.get(key) !== build) return
    builds.delete(key)
    if (builds.size === 0) this.#builds.delete(topic)
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'kept' in value
}

/** When all requests that have arrived by now have been read, so that they can share a look. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function innerMap<V>(outer: Map<Topic, Map<string, V>>, topic: Topic): Map<string, V> {
  let inner = outer.get(topic)
  if (!inner) {
    inner = new Map()
    outer.set(topic, inner)
  }
  return inner
}
