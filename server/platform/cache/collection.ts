import { Entry, type EntryCache, type EntryData } from './cache.ts'

type Build<T> = { since: number; promise: Promise<Entry<T> | undefined> }

/** What does not exist is not cached, as anyone can invent ids. */
export class Collection<T> {
  readonly #cache: EntryCache
  readonly #entries = new Map<string, Entry<T>>()
  readonly #builds = new Map<string, Build<T>>()

  constructor(cache: EntryCache) {
    this.#cache = cache
  }

  get(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.#cache.touch(entry)
    return entry
  }

  /** Concurrent requests share one call of `make`. */
  async load(key: string, make: () => Promise<EntryData<T> | undefined>): Promise<Entry<T> | undefined> {
    const entry = this.get(key)
    if (entry) {
      this.#cache.hits++
      return entry
    }
    const running = this.#builds.get(key)
    if (running) return this.#join(key, make, running)
    this.#cache.misses++
    return this.#build(key, make)
  }

  async loadMany(
    keys: readonly string[],
    make: (missing: string[]) => Promise<Map<string, EntryData<T>>>,
  ): Promise<(Entry<T> | undefined)[]> {
    let missing: string[] = []
    let batch: Promise<Map<string, EntryData<T>>> | undefined
    const startBatch = () => {
      const keysOfBatch = missing
      // What another request is loading may change before it is loaded. It comes in another batch.
      missing = []
      batch = undefined
      return make(keysOfBatch)
    }
    const makeOne = (key: string) => () => {
      missing.push(key)
      // Runs after the loop below has gathered all that is missing.
      batch ??= Promise.resolve().then(startBatch)
      return batch.then((made) => made.get(key))
    }
    return Promise.all(keys.map((key) => this.get(key) ?? this.load(key, makeOne(key))))
  }

  store(key: string, made: EntryData<T>, since: number): Entry<T> {
    const previous = this.#entries.get(key)
    if (previous) this.#cache.drop(previous)
    const entry = new Entry(made)
    const isStored = this.#cache.add(entry, made.bytes + 2 * key.length, since, () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    if (isStored) this.#entries.set(key, entry)
    return entry
  }

  #build(key: string, make: () => Promise<EntryData<T> | undefined>): Promise<Entry<T> | undefined> {
    const since = this.#cache.version
    const promise = make().then(
      (made) => {
        this.#endBuild(key, build)
        return made && this.store(key, made, since)
      },
      (error) => {
        this.#endBuild(key, build)
        throw error
      },
    )
    const build: Build<T> = { since, promise }
    this.#builds.set(key, build)
    return promise
  }

  /** Loads again if the load in flight began before a change that this request must see. */
  async #join(
    key: string,
    make: () => Promise<EntryData<T> | undefined>,
    { since, promise }: Build<T>,
  ): Promise<Entry<T> | undefined> {
    const joinedAt = this.#cache.version
    const entry = await promise
    if (since === joinedAt) return entry
    return entry && !this.#cache.hasChanged(entry, since) ? entry : this.load(key, make)
  }

  #endBuild(key: string, build: Build<T>): void {
    if (this.#builds.get(key) === build) this.#builds.delete(key)
  }
}
