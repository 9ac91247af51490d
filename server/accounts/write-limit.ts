import type { Awaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import { runAlone } from '../database/run-alone.ts'
import { tooMany } from '../http/refusals.ts'
import { addToCounter, type Limit, secondsUntil } from './attempts.ts'

/** The writes that this process may still grant a member; `isLast` if the counter has no more. */
type Share = { left: number; isLast: boolean; resetsAt: number }

const SHARES = 10
const MAX_MEMBERS = 10_000

/**
 * Limits how much a member writes, counted over all processes. Adding to a counter in the database would cost a
 * query per write, so a process reserves a tenth of the limit at a time and grants writes from memory. The
 * reservations never exceed the limit, and few writes need the database. A member who writes through several
 * processes may be stopped early, by reservations that other processes have not used.
 */
export class WriteLimit {
  readonly #context: Context
  readonly #limit: Limit
  readonly #shares = new Map<string, Share>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(context: Context, limit: Limit) {
    this.#context = context
    this.#limit = limit
  }

  /** Admits one write, or throws. */
  take(userId: string): Awaitable<void> {
    if (!this.#context.settings.rateLimit) return
    const share = this.#shares.get(userId)
    const now = Date.now()
    if (share && now < share.resetsAt) {
      if (share.left-- > 0) return
      if (share.isLast) throw tooMany(secondsUntil(share.resetsAt, now))
    }
    return this.#ask(userId).then(() => this.take(userId))
  }

  /** Concurrent writes share one request to the counter. */
  #ask(userId: string): Promise<void> {
    let asking = this.#asking.get(userId)
    if (!asking) {
      asking = this.#takeShare(userId).finally(() => this.#asking.delete(userId))
      this.#asking.set(userId, asking)
    }
    return asking
  }

  async #takeShare(userId: string): Promise<void> {
    const { max } = this.#limit
    const size = max / SHARES
    const { count, resets_at } = await this.#addToCounter(userId, size)
    const left = Math.max(0, Math.min(size, max - (count - size)))
    this.#shares.delete(userId)
    this.#shares.set(userId, { left, isLast: count >= max, resetsAt: resets_at })
    const [oldest] = this.#shares.keys()
    if (this.#shares.size > MAX_MEMBERS && oldest) this.#shares.delete(oldest)
  }

  async #addToCounter(userId: string, by: number) {
    const { db } = this.#context
    const counted = { limit: this.#limit, subject: userId }
    const [counter] = await runAlone(db, (trx) => addToCounter(trx, counted, by, Date.now()))
    if (!counter) throw new Error('The database did not return the counter')
    return counter
  }
}
