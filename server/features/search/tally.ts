/** Counts values that are spelled in several ways, by the form in which they are compared. */
export class Tally {
  readonly #spellings = new Map<string, Map<string, number>>()

  add(key: string, spelling: string, by = 1): void {
    const spellings = this.#spellings.get(key) ?? new Map<string, number>()
    this.#spellings.set(key, spellings)
    spellings.set(spelling, (spellings.get(spelling) ?? 0) + by)
  }

  /** The most frequent values, each in its most frequent spelling. */
  most(limit: number): { value: string; count: number }[] {
    return [...this.#spellings]
      .map(([key, spellings]) => ({ key, spellings, count: sum(spellings.values()) }))
      .sort((a, b) => b.count - a.count || inOrder(a.key, b.key))
      .slice(0, limit)
      .map(({ spellings, count }) => ({ value: mostFrequent(spellings), count }))
  }
}

function mostFrequent(spellings: Map<string, number>): string {
  const [first] = [...spellings].sort(([a, times], [b, others]) => others - times || inOrder(a, b))
  return first?.[0] ?? ''
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)

/** The same order on every engine and machine. */
export const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
