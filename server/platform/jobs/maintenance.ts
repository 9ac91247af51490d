import type { Logger } from 'pino'

const EVERY = 10 * 60_000

export class Maintenance {
  readonly #logger: Logger
  readonly #tasks: (() => Promise<void>)[] = []
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  add(...tasks: (() => Promise<void>)[]): void {
    this.#tasks.push(...tasks)
  }

  start(): void {
    if (this.#isStopped) return
    void this.run()
    this.#timer = setInterval(() => void this.run(), EVERY)
  }

  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#runTasks())
    return this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #runTasks(): Promise<void> {
    for (const task of this.#tasks) {
      if (this.#isStopped) return
      try {
        await task()
      } catch (error) {
        this.#logger.warn({ err: error }, 'could not clean up; it will be tried again')
      }
    }
  }
}
