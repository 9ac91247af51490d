export type EntryData<T> = {
  value: T
  bytes: number
  topics: readonly string[]
  /** When one of these is dropped, so is the value. */
  parts?: readonly Entry<unknown>[]
}

type Growing = { onGrow: ((bytes: number) => void) | undefined }

const MAX_BYTES = 16 * 1024 * 1024
// One large value must not evict hundreds of small ones.
const LARGEST_ENTRY = MAX_BYTES / 16
// An entry that was used since the last megabyte was added is far from being evicted.
const RECENT = MAX_BYTES / 16
// Memory beyond the value: the objects, the key, and the links to topics and parts.
const ENTRY_OVERHEAD = 900
const LINK_OVERHEAD = 100
// About a megabyte. Beyond it, loads in flight are not cached, and recording starts over.
const MAX_TOPICS_RECORDED = 10_000

/** If the value is not cached, `isCurrent` is false from the start. */
export class Entry<T> {
  readonly value: T
  readonly topics: readonly string[]
  readonly parts: readonly Entry<unknown>[]
  isCurrent = false
  usedAt = 0
  #dependents: Set<() => void> | undefined

  constructor({ value, topics, parts = [] }: EntryData<T>) {
    this.value = value
    this.topics = topics
    this.parts = parts
  }

  whenDropped(listener: () => void): () => void {
    this.#dependents ??= new Set()
    this.#dependents.add(listener)
    return () => this.#dependents?.delete(listener)
  }

  notifyDependents(): void {
    const dependents = this.#dependents
    this.#dependents = undefined
    for (const listener of dependents ?? []) listener()
  }
}

type Place = { bytes: number; remove(): void }

/** Caches responses and their parts, within a limit in bytes, until something they depend on changes. */
export class EntryCache {
  hits = 0
  misses = 0
  /** Least recently used first. */
  readonly #places = new Map<Entry<unknown>, Place>()
  readonly #byTopic = new Map<string, Set<Entry<unknown>>>()
  #bytes = 0
  #added = 0
  #version = 0
  /** For loads in flight. */
  readonly #changedAt = new Map<string, number>()
  /** Before this version, every topic counts as changed. */
  #allChangedAt = 0

  /** A load that starts now sees all changes up to this version. */
  get version(): number {
    return this.#version
  }

  get bytes(): number {
    return this.#bytes
  }

  /** `since` is the version at which the value began to load. */
  hasChanged({ topics, parts }: Pick<Entry<unknown>, 'topics' | 'parts'>, since: number): boolean {
    if (since === this.#version) return false
    if (this.#allChangedAt > since) return true
    return (
      topics.some((topic) => (this.#changedAt.get(topic) ?? 0) > since) ||
      parts.some((part) => !part.isCurrent)
    )
  }

  add<T>(entry: Entry<T>, bytes: number, since: number, remove: () => void): boolean {
    const { topics, parts, value } = entry
    if (bytes > LARGEST_ENTRY || this.hasChanged(entry, since)) return false
    if (!parts.every((part) => part.isCurrent)) return false
    entry.isCurrent = true
    const drop = () => this.drop(entry)
    const unlink = parts.map((part) => part.whenDropped(drop))
    for (const topic of topics) this.#byTopic.getOrInsertComputed(topic, () => new Set()).add(entry)
    const size = bytes + ENTRY_OVERHEAD + (topics.length + parts.length) * LINK_OVERHEAD
    const place: Place = {
      bytes: size,
      remove() {
        for (const each of unlink) each()
        remove()
      },
    }
    this.#places.set(entry, place)
    this.#bytes += size
    this.#added += size
    entry.usedAt = this.#added
    if (isGrowing(value)) {
      value.onGrow = (more) => {
        place.bytes += more
        this.#bytes += more
        this.#added += more
        this.#makeRoom()
      }
    }
    this.#makeRoom()
    return entry.isCurrent
  }

  /** Touches the parts too, because an entry is dropped with any of them. */
  touch(entry: Entry<unknown>): void {
    const place = this.#added - entry.usedAt < RECENT ? undefined : this.#places.get(entry)
    if (!place) return
    entry.usedAt = this.#added
    for (const part of entry.parts) this.touch(part)
    this.#places.delete(entry)
    this.#places.set(entry, place)
  }

  invalidate(topics: string[] | undefined): void {
    this.#version++
    if (topics === undefined) {
      this.#allChangedAt = this.#version
      for (const entry of this.#places.keys()) this.drop(entry)
      return
    }
    if (this.#changedAt.size + topics.length > MAX_TOPICS_RECORDED) {
      this.#changedAt.clear()
      this.#allChangedAt = this.#version
    }
    for (const topic of topics) {
      this.#changedAt.set(topic, this.#version)
      for (const entry of this.#byTopic.get(topic) ?? []) this.drop(entry)
    }
  }

  #makeRoom(): void {
    for (const entry of this.#places.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.drop(entry)
    }
  }

  drop(entry: Entry<unknown>): void {
    const place = this.#places.get(entry)
    if (!place) return
    this.#places.delete(entry)
    this.#bytes -= place.bytes
    entry.isCurrent = false
    if (isGrowing(entry.value)) entry.value.onGrow = undefined
    for (const topic of entry.topics) {
      const entries = this.#byTopic.get(topic)
      entries?.delete(entry)
      if (entries?.size === 0) this.#byTopic.delete(topic)
    }
    place.remove()
    entry.notifyDependents()
  }
}

function isGrowing(value: unknown): value is Growing {
  return typeof value === 'object' && value !== null && 'onGrow' in value
}
