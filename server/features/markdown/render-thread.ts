import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AuthorTurns, TooBusyError } from './author-turns.ts'
import type { Tasks } from './render/thread.ts'

// The build puts the thread into one file next to that of the server.
const FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render/thread.ts' : './render-thread.js', import.meta.url),
)

const MAX_IDLE = 30_000

type Options = { tasksAtOnce: number; deadline: number }

/** A task that takes too long or too much memory ends the thread, and another one starts. */
export class RenderThread {
  readonly #deadline: number
  readonly #turns: AuthorTurns
  readonly #pool: Piscina
  #ready: Promise<unknown> | undefined
  #isClosed = false

  constructor({ tasksAtOnce, deadline }: Options) {
    this.#deadline = deadline
    this.#turns = new AuthorTurns(tasksAtOnce)
    this.#pool = new Piscina({
      filename: FILE,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: tasksAtOnce,
      idleTimeout: MAX_IDLE,
      recordTiming: false,
      // By default, a thread gets one task at a time if the task can be aborted.
      loadBalancer: (_task, [thread]) => thread ?? null,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 },
      execArgv: [],
    })
    this.#pool.on('workerDestroy', () => {
      this.#ready = undefined
    })
    // Without a listener, a thread that fails between two tasks would end the process.
    this.#pool.on('error', () => {})
  }

  /** Throws TooBusyError if it cannot start the task in time, another error if the task ends the thread. */
  run<Name extends keyof Tasks>(
    name: Name,
    author: string,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    return this.#turns.run(author, async () => {
      await this.#start()
      // An abort ends the thread, and no later task is sent to it.
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), this.#deadline)
      try {
        return await this.#pool.run(task, { name, signal: abort.signal })
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool.destroy()
  }

  /** The start of a thread does not count towards the deadline of its first task. */
  async #start(): Promise<void> {
    try {
      if (!this.#isClosed) this.#ready ??= this.#pool.run({ text: '', highlights: false }, { name: 'render' })
      await this.#ready
    } catch {
      throw new TooBusyError()
    }
    if (this.#isClosed) throw new TooBusyError()
  }
}
