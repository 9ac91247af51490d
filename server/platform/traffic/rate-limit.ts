import { addressGroup } from './addresses.ts'

const WINDOW = 60_000
const MAX_IN_WINDOW = 3_000
const MAX_ADDRESSES = 50_000

/** In memory, as it protects this process only; attempts.ts protects accounts, in the database. */
export class FloodGate {
  readonly #counts = new Map<string, number>()
  #windowEnd = 0

  /** Counts a request from this address. */
  isOpenTo(ip: string): boolean {
    const now = performance.now()
    if (now >= this.#windowEnd || this.#counts.size >= MAX_ADDRESSES) {
      this.#counts.clear()
      this.#windowEnd = now + WINDOW
    }
    const address = addressGroup(ip)
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= MAX_IN_WINDOW
  }

  get secondsLeft(): number {
    return Math.ceil((this.#windowEnd - performance.now()) / 1000)
  }
}
