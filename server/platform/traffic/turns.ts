/** Owners take turns: whatever one of them has added, others wait for one item of it at most. */
export class Turns<Item> {
  /** The owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Item[]>()
  #last: string | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  countOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  add(owner: string, item: Item): void {
    const own = this.#waiting.get(owner)
    if (own) own.push(item)
    else this.#waiting.set(owner, [item])
    this.#size++
  }

  next(): Item | undefined {
    // Whoever had the last turn comes after those who have arrived since.
    const owner = this.#waiting.keys().find((each) => each !== this.#last) ?? this.#last
    const own = owner === undefined ? undefined : this.#waiting.get(owner)
    if (owner === undefined || own === undefined) return undefined
    this.#last = owner
    this.#waiting.delete(owner)
    const [item, ...rest] = own
    if (rest.length > 0) this.#waiting.set(owner, rest)
    this.#size--
    return item
  }

  remove(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    const left = own.filter((each) => each !== item)
    if (left.length === own.length) return false
    if (left.length > 0) this.#waiting.set(owner, left)
    else this.#waiting.delete(owner)
    this.#size--
    return true
  }

  /** Of the owner with the most items, or of the last one if all have the same number. */
  dropNewest(): Item | undefined {
    const most = Math.max(...this.#waiting.values().map((own) => own.length))
    const owner = [...this.#waiting.keys()].findLast((each) => this.#waiting.get(each)?.length === most)
    const item = owner === undefined ? undefined : this.#waiting.get(owner)?.at(-1)
    if (owner !== undefined && item !== undefined) this.remove(owner, item)
    return item
  }
}
