/** Numbers that look random and are the same every time (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.between(0, list.length - 1)]
    if (found === undefined) throw new Error('There is nothing to pick from')
    return found
  }

  shuffled<T>(list: readonly T[]): T[] {
    return this.weighted(list, () => 1)
  }

  some<T>(list: readonly T[], count: number): T[] {
    return this.shuffled(list).slice(0, count)
  }

  /** All of them in random order, the heavy ones more likely first. */
  weighted<T>(list: readonly T[], weight: (entry: T) => number): T[] {
    return list
      .map((entry) => ({ entry, rank: this.next() ** (1 / weight(entry)) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ entry }) => entry)
  }
}
