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
    const delay = this.#monitor.mean / 1e6
    this.#monitor.reset()
    this.#overloaded = delay > MOST_DELAY || this.#db.load().waiting > MOST_WAITING_FOR_DATABASE
  }
}
