import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AuthorTurns, TooBusyError } from './author-turns.ts'
import type { Tasks } from './render/thread.ts'

// The build puts all of the thread into one file next to that of the server.
const FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render/thread.ts' : './render-thread.js', import.meta.url),
)

const MAX_IDLE = 30_000

/** A deadline is the most milliseconds that a task may take. */
type Options = { tasksAtOnce: number; deadline: number }

/** A thread for tasks that may take too long or too much memory: then it ends, and another one starts. */
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
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 },
      execArgv: [],
    })
    this.#pool.on('workerDestroy', () => {
      this.#ready = undefined
    })
    // Without a listener, a thread that fails between two tasks would end the process.
    this.#pool.on('error', () => {})
  }

  /** Throws TooBusyError if it cannot start the task in time, and another error if the task ends the thread. */
  run<Name extends keyof Tasks>(
    name: Name,
    author: string,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    return this.#turns.run(author, async () => {
      await this.#start()
      const timer = setTimeout(() => this.#endThread(), this.#deadline)
      try {
        return await this.#pool.run(task, { name })
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool.destroy()
  }

  /** The time that a thread takes to start is not that of its first task. */
  async #start(): Promise<void> {
    try {
      if (!this.#isClosed) this.#ready ??= this.#pool.run({ text: '', highlights: false }, { name: 'render' })
      await this.#ready
    } catch {
      throw new TooBusyError()
    }
    if (this.#isClosed) throw new TooBusyError()
  }

  #endThread(): void {
    for (const thread of this.#pool.threads) void thread.terminate()
  }
}
