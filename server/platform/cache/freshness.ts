import type { ChangeReader, Changes } from '../../database/changes/changes.ts'

type Listener = (topics: string[] | undefined) => void

/** After `check`, the listener knows every change committed before the call. */
export class Freshness {
  readonly #changes: ChangeReader
  readonly #onChange: Listener
  #position: string | undefined
  #isCheckedInThisTurn = false
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(changes: ChangeReader, onChange: Listener) {
    this.#changes = changes
    this.#onChange = onChange
  }

  /** Returns a promise on PostgreSQL, or if the check failed. */
  check(): Promise<void> | undefined {
    if (!this.#changes.immediate) return this.#shareNextQuery()
    if (this.#isCheckedInThisTurn) return undefined
    try {
      this.#apply(this.#changes.since(this.#position))
    } catch (error) {
      return Promise.reject(error)
    }
    this.#isCheckedInThisTurn = true
    setImmediate(() => {
      this.#isCheckedInThisTurn = false
    })
    return undefined
  }

  async checkAfterWrite(): Promise<void> {
    if (this.#changes.immediate) this.#apply(this.#changes.since(this.#position))
    else await this.#shareNextQuery()
  }

  /** The running query may have begun before the last commit, so later calls share the next one. */
  #shareNextQuery(): Promise<void> {
    this.#next ??= this.#queryAfter(this.#running)
    return this.#next
  }

  async #queryAfter(running: Promise<void> | undefined): Promise<void> {
    try {
      // If the running query fails, so does this one, instead of waiting as long again.
      await running
    } finally {
      this.#next = undefined
    }
    this.#running = this.#query()
    try {
      await this.#running
    } finally {
      this.#running = undefined
    }
  }

  async #query(): Promise<void> {
    this.#apply(await this.#changes.since(this.#position))
  }

  #apply({ position, topics }: Changes): void {
    this.#position = position
    if (topics?.length !== 0) this.#onChange(topics?.includes('all') ? undefined : topics)
  }
}
