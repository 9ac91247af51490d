import { addressGroup } from './addresses.ts'
import { tooMany } from './refusals.ts'

const WINDOW = 60_000
const MOST_IN_WINDOW = 3_000

/**
 * Slows down floods from one address. It lives in the process: it protects the process, and
 * ordinary use never meets it. What protects accounts is counted in the database (attempts.ts).
 */
export class FloodGate {
  readonly #counts = new Map<string, number>()
  #windowEnd = 0

  pass(ip: string): void {
    const now = performance.now()
    if (now >= this.#windowEnd) {
      this.#counts.clear()
      this.#windowEnd = now + WINDOW
    }
    const address = addressGroup(ip)
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    if (count > MOST_IN_WINDOW) throw tooMany(Math.ceil((this.#windowEnd - now) / 1000))
  }
}
