const MAX_WAITING = 1_000
const MAX_WAITING_OF_AUTHOR = 100
/** Milliseconds. */
const MAX_WAIT = 1_000

/** A task did not get its turn in time. */
export class TooBusyError extends Error {}

type Waiting = {
  author: string
  round: number
  startBy: number
  start(): void
  refuse(reason: TooBusyError): void
}

/** Runs a few tasks at once. Authors take turns, so that the texts of one delay nobody else's. */
export class AuthorTurns {
  readonly #atOnce: number
  /** In the order of rounds. Each round has at most one task of every author. */
  readonly #waiting: Waiting[] = []
  #running = 0
  #round = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<Result>(author: string, task: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(author)
    try {
      return await task()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  async #turnOf(author: string): Promise<void> {
    const own = this.#waiting.filter((other) => other.author === author)
    if (this.#waiting.length >= MAX_WAITING || own.length >= MAX_WAITING_OF_AUTHOR) throw new TooBusyError()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const round = (own.at(-1)?.round ?? this.#round) + 1
    const next = this.#waiting.findIndex((other) => other.round > round)
    const startBy = performance.now() + MAX_WAIT
    const waiting = { author, round, startBy, start: resolve, refuse: reject }
    this.#waiting.splice(next === -1 ? this.#waiting.length : next, 0, waiting)
    this.#startNext()
    return promise
  }

  #startNext(): void {
    while (this.#running < this.#atOnce) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#round = next.round
      if (performance.now() > next.startBy) next.refuse(new TooBusyError())
      else {
        this.#running++
        next.start()
      }
    }
  }
}
