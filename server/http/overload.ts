import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database } from '../database/database.ts'
import { unavailable } from './refusals.ts'

// Beyond these, waiting longer would not help whoever waits.
const MOST_DELAY = 1_000
const MOST_WAITING_FOR_DATABASE = 500
const LOOK_EVERY = 250
const RETRY_AFTER = 2

/** Says no early: a request that would wait for ever is better told to come back. */
export class Overload {
  readonly #db: Database
  readonly #monitor = monitorEventLoopDelay({ resolution: 20 })
  readonly #timer: NodeJS.Timeout
  #overloaded = false
  #wasLate = false

  constructor(db: Database) {
    this.#db = db
    this.#monitor.enable()
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY)
    this.#timer.unref()
  }

  refuseIfOverloaded(): void {
    if (this.#overloaded) throw unavailable(RETRY_AFTER)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#monitor.disable()
  }

  #look(): void {
    const late = this.#monitor.mean / 1e6 > MOST_DELAY
    this.#monitor.reset()
    // One long moment passes by itself; two in a row mean that work comes faster than it is done.
    this.#overloaded = (late && this.#wasLate) || this.#db.load().waiting > MOST_WAITING_FOR_DATABASE
    this.#wasLate = late
  }
}
