import { Turns } from '../../platform/traffic/turns.ts'

const MAX_WAITING = 1_000
const MAX_WAITING_OF_AUTHOR = 100
const MAX_WAIT = 1_000

export class TooBusyError extends Error {}

type Waiting = { startBy: number; start(): void; refuse(reason: TooBusyError): void }

/** Authors take turns, so that the texts of one delay nobody else's. */
export class AuthorTurns {
  readonly #atOnce: number
  readonly #waiting = new Turns<Waiting>()
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<Result>(author: string, task: () => Promise<Result>): Promise<Result> {
    await this.#waitForTurn(author)
    try {
      return await task()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  #waitForTurn(author: string): Promise<void> {
    return new Promise((start, refuse) => {
      const isFull =
        this.#waiting.size >= MAX_WAITING || this.#waiting.countOf(author) >= MAX_WAITING_OF_AUTHOR
      if (isFull) return refuse(new TooBusyError())
      this.#waiting.add(author, { startBy: performance.now() + MAX_WAIT, start, refuse })
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#running < this.#atOnce) {
      const next = this.#waiting.next()
      if (!next) return
      if (performance.now() > next.startBy) next.refuse(new TooBusyError())
      else {
        this.#running++
        next.start()
      }
    }
  }
}
