import type { ChangeReader } from '../../database/database.ts'

/** Without topics, everything may have changed. */
type Listener = (topics: string[] | undefined) => void

// The ticks of an idle server take no time; those of a busy one are long enough for its readers to ask again.
const TICKS_BETWEEN_CHECKS = 2

/** Once a request has awaited `check`, its caches reflect all transactions committed before it arrived. */
export class ChangeWatch {
  readonly #changes: ChangeReader
  readonly #onChange: Listener
  #position: string | undefined
  #hasCheckedInThisTick = false
  #check: Promise<void> | undefined
  #nextCheck: Promise<void> | undefined

  constructor(changes: ChangeReader, onChange: Listener) {
    this.#changes = changes
    this.#onChange = onChange
  }

  /** False if the database is on a network, where only `check` works. */
  checkNow(): boolean {
    if (!this.#changes.immediate) return false
    if (this.#hasCheckedInThisTick) return true
    // All requests of one tick had arrived when it began, so they share a check.
    this.#hasCheckedInThisTick = true
    setImmediate(this.#endTick)
    this.#apply(this.#changes.since(this.#position))
    return true
  }

  async check(): Promise<void> {
    if (this.checkNow()) return
    // A check in flight may have begun before the last commit, so requests arriving now share the next one.
    this.#nextCheck ??= this.#beforeNextCheck().then(
      () => this.#startCheck(),
      (error) => {
        // A database that did not respond would make the next check wait as long again.
        this.#nextCheck = undefined
        throw error
      },
    )
    await this.#nextCheck
  }

  async checkAfterWrite(): Promise<void> {
    // Does not set the per-tick flag: commits resolve at the end of a tick, so the next one must check again.
    if (this.#changes.immediate) this.#apply(this.#changes.since(this.#position))
    else await this.check()
  }

  readonly #endTick = () => {
    this.#hasCheckedInThisTick = false
  }

  /** The requests that a check releases are soon followed by others, which can share the next one. */
  async #beforeNextCheck(): Promise<void> {
    await this.#check
    for (let tick = 0; tick < TICKS_BETWEEN_CHECKS; tick++) await endOfTick()
  }

  #startCheck(): Promise<void> {
    this.#nextCheck = undefined
    const check = this.#readChanges().finally(() => {
      if (this.#check === check) this.#check = undefined
    })
    this.#check = check
    return check
  }

  async #readChanges(): Promise<void> {
    this.#apply(await this.#changes.since(this.#position))
  }

  #apply({ position, topics }: { position: string; topics: string[] | undefined }): void {
    this.#position = position
    if (topics?.length !== 0) this.#onChange(topics?.includes('all') ? undefined : topics)
  }
}

function endOfTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
