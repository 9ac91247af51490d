import type { Database } from '../../database/database.ts'

// Beyond these limits, refusing is better than letting clients wait.
const MAX_DELAY = 1_000
const MAX_WAITING_FOR_DATABASE = 500
const CHECK_INTERVAL = 250

export class Overload {
  readonly #db: Database
  readonly #timer: NodeJS.Timeout
  #overloaded = false
  #lastCheck = performance.now()
  #wasLate = false

  constructor(db: Database) {
    this.#db = db
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL)
    this.#timer.unref()
  }

  get isOverloaded(): boolean {
    return this.#overloaded
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    // How late the timer fires is how far the event loop is behind.
    const now = performance.now()
    const late = now - this.#lastCheck - CHECK_INTERVAL > MAX_DELAY
    this.#lastCheck = now
    // A single delay passes; two in a row mean that work arrives faster than it gets done.
    this.#overloaded = (late && this.#wasLate) || this.#db.load().waiting > MAX_WAITING_FOR_DATABASE
    this.#wasLate = late
  }
}
