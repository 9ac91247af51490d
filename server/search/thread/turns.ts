import { unavailable } from '../../http/refusals.ts'

// Each may hold the rows of a thousand people or the texts of a hundred posts.
const AT_ONCE = 8
// A quick search need not wait for a slow one of the same person, such as one for fewer letters that were typed before.
const AT_ONCE_OF_PERSON = 3
const MAX_WAITING = 100

/** Who searches, and whether they have closed the connection meanwhile. */
export type Searcher = { key: string; isGone(): boolean }

type Waiting = { isGone(): boolean; start(): Promise<void>; refuse(): void }

/**
 * Searches that wait for the thread. People take turns with a few searches at a time, so that hundreds of one person
 * delay nobody by more than these. If too many wait, whoever has the most of them is refused one.
 */
export class Turns {
  /** In the order of the turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** The person of each search that is running. */
  readonly #running: string[] = []
  #count = 0

  run<T>({ key, isGone }: Searcher, search: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const own = this.#waiting.get(key) ?? []
    own.push({
      isGone,
      start: () => search().then(resolve, reject),
      refuse: () => reject(unavailable()),
    })
    this.#waiting.set(key, own)
    this.#count++
    this.#startNext()
    if (this.#count > MAX_WAITING) this.#makeRoom()
    return promise
  }

  #startNext(): void {
    for (const [key, own] of this.#waiting) {
      if (this.#running.length >= AT_ONCE) return
      if (this.#running.filter((each) => each === key).length >= AT_ONCE_OF_PERSON) continue
      const next = this.#take(key, own, () => own.shift())
      if (next?.isGone()) next.refuse()
      else if (next) this.#start(key, next)
    }
  }

  #start(key: string, { start }: Waiting): void {
    this.#running.push(key)
    void start().then(() => {
      this.#running.splice(this.#running.indexOf(key), 1)
      this.#startNext()
    })
  }

  #makeRoom(): void {
    for (const [key, own] of this.#waiting) {
      for (const gone of own.filter(({ isGone }) => isGone())) {
        this.#take(key, own, () => own.splice(own.indexOf(gone), 1)[0])?.refuse()
      }
    }
    if (this.#count <= MAX_WAITING) return
    // Of several with as many, the one who came last.
    const [key, own] = [...this.#waiting].reduce((most, one) =>
      one[1].length >= most[1].length ? one : most,
    )
    this.#take(key, own, () => own.pop())?.refuse()
  }

  /** Takes a search off someone's list, and gives that person the last turn. */
  #take(key: string, own: Waiting[], take: () => Waiting | undefined): Waiting | undefined {
    const taken = take()
    this.#count--
    this.#waiting.delete(key)
    if (own.length > 0) this.#waiting.set(key, own)
    return taken
  }
}
