/** mulberry32, a seeded generator. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.between(0, list.length - 1)]
    if (item === undefined) throw new Error('The list to pick from is empty')
    return item
  }

  shuffled<T>(list: readonly T[]): T[] {
    return this.weighted(list, () => 1)
  }

  sample<T>(list: readonly T[], count: number): T[] {
    return this.shuffled(list).slice(0, count)
  }

  weighted<T>(list: readonly T[], weight: (item: T) => number): T[] {
    return list
      .map((item) => ({ item, rank: this.next() ** (1 / weight(item)) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ item }) => item)
  }
}
