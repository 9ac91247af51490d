import type { Database } from '../database/database.ts'
import { unavailable } from './refusals.ts'

// Beyond these, waiting longer would not help whoever waits.
const MAX_DELAY = 1_000
const MAX_WAITING_FOR_DATABASE = 500
const LOOK_EVERY = 250
const RETRY_AFTER = 2

/** Says no early: a request that would wait for ever is better told to come back. */
export class Overload {
  readonly #db: Database
  readonly #timer: NodeJS.Timeout
  #overloaded = false
  #lastLook = performance.now()
  #wasLate = false

  constructor(db: Database) {
    this.#db = db
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY)
    this.#timer.unref()
  }

  refuseIfOverloaded(): void {
    if (this.#overloaded) throw unavailable(RETRY_AFTER)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    // A look that comes late tells how long everything else has to wait for its turn.
    const now = performance.now()
    const late = now - this.#lastLook - LOOK_EVERY > MAX_DELAY
    this.#lastLook = now
    // One long moment passes by itself; two in a row mean that work comes faster than it is done.
    this.#overloaded = (late && this.#wasLate) || this.#db.load().waiting > MAX_WAITING_FOR_DATABASE
    this.#wasLate = late
  }
}
