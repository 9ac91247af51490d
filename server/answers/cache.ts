import type { ChangeReader } from '../database/database.ts'
import { ChangeWatch } from './change-watch.ts'

/** What was made for the cache: how large it is, and what it was made from. */
export type EntryData<T> = {
  value: T
  bytes: number
  /** When one of these changes, the value is out of date. */
  topics: readonly string[]
  /** So it is when one of these is. */
  parts?: readonly Entry<unknown>[]
}

/** A value that grows while it is cached, as an answer does with its compressed forms. */
type Growing = { onGrow: ((bytes: number) => void) | undefined }

const MAX_BYTES = 16 * 1024 * 1024
// One large value must not push out hundreds of small ones.
const LARGEST_ENTRY = MAX_BYTES / 16
// What an entry costs beyond its value: itself, its key, and its place under each topic and part.
const ENTRY_OVERHEAD = 900
const LINK_OVERHEAD = 100

/** A value of the cache, or one that was made and not cached: then `isCurrent` is false from the start. */
export class Entry<T> {
  readonly value: T
  readonly topics: readonly string[]
  readonly parts: readonly Entry<unknown>[]
  isCurrent = false
  #dependents: Set<() => void> | undefined

  constructor({ value, topics, parts = [] }: EntryData<T>) {
    this.value = value
    this.topics = topics
    this.parts = parts
  }

  /** Calls when the entry leaves the cache; returns the way to take that back. */
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

/** How an entry is taken out again. */
type Place = { bytes: number; remove(): void }

/**
 * Holds answers and parts of answers for as long as what they were made from has not changed, and within a
 * bound of bytes in which everything counts. It knows nothing of what it holds.
 */
export class AnswerCache {
  readonly watch: ChangeWatch
  hits = 0
  misses = 0
  /** Oldest first. */
  readonly #places = new Map<Entry<unknown>, Place>()
  readonly #byTopic = new Map<string, Set<Entry<unknown>>>()
  #bytes = 0
  /** Counts the moments at which something changed. */
  #version = 0
  /** When topics last changed, as far as values are being made that may depend on them. */
  readonly #changedAt = new Map<string, number>()
  #allChangedAt = 0
  #inFlight = 0

  constructor(changes: ChangeReader) {
    this.watch = new ChangeWatch(changes, (topics) => this.#invalidate(topics))
  }

  /** The present moment: what is made from now on sees all changes up to it. */
  get version(): number {
    return this.#version
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Runs what makes a value, and remembers meanwhile what changes. */
  async make<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inFlight++ === 0) this.#changedAt.clear()
    try {
      return await work()
    } finally {
      this.#inFlight--
    }
  }

  /** Whether what was made from these at that moment may be out of date. */
  hasChanged({ topics, parts }: Pick<Entry<unknown>, 'topics' | 'parts'>, since: number): boolean {
    if (since === this.#version) return false
    if (this.#allChangedAt > since) return true
    return (
      topics.some((topic) => (this.#changedAt.get(topic) ?? 0) > since) ||
      parts.some((part) => !part.isCurrent)
    )
  }

  /** Adds what was made at that moment, unless it is out of date or too large. */
  add<T>(entry: Entry<T>, bytes: number, since: number, remove: () => void): boolean {
    const { topics, parts, value } = entry
    if (bytes > LARGEST_ENTRY || this.hasChanged(entry, since)) return false
    if (!parts.every((part) => part.isCurrent)) return false
    entry.isCurrent = true
    const drop = () => this.drop(entry)
    const unlink = parts.map((part) => part.whenDropped(drop))
    for (const topic of topics) entriesOf(this.#byTopic, topic).add(entry)
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
    if (isGrowing(value)) {
      value.onGrow = (more) => {
        place.bytes += more
        this.#bytes += more
        this.#makeRoom()
      }
    }
    this.#makeRoom()
    return entry.isCurrent
  }

  #invalidate(topics: string[] | undefined): void {
    this.#version++
    if (topics === undefined) {
      this.#allChangedAt = this.#version
      for (const entry of this.#places.keys()) this.drop(entry)
      return
    }
    for (const topic of topics) {
      if (this.#inFlight > 0) this.#changedAt.set(topic, this.#version)
      for (const entry of this.#byTopic.get(topic) ?? []) this.drop(entry)
    }
  }

  /** What is still in use comes back with the next request for it. */
  #makeRoom(): void {
    for (const oldest of this.#places.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.drop(oldest)
    }
  }

  /** Takes an entry out, with all that was made from it. */
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

function entriesOf(map: Map<string, Set<Entry<unknown>>>, topic: string): Set<Entry<unknown>> {
  let entries = map.get(topic)
  if (!entries) {
    entries = new Set()
    map.set(topic, entries)
  }
  return entries
}
