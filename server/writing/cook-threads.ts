import type { Answer } from './cook/messages.ts'
import { CookThread } from './cook-thread.ts'
import { FairTasks, type NewTask, type QueuedTask } from './fair-tasks.ts'

const MAX_THREADS = 2
/** Another thread takes memory, so it is started only if the first is busy for longer than ordinary texts take. */
const PATIENCE = 20

/** The answer, or why there is none: `hopeless` if it took too long or failed, `late` if it waited too long. */
export type Outcome = Answer | 'hopeless' | 'late'

/**
 * A small pool of threads for slow work. If a task misses its deadline, its thread is replaced. Owners take turns, so
 * that one member's hostile texts delay nobody else's.
 */
export class CookThreads {
  readonly #tasks = new FairTasks()
  readonly #threads = new Set<CookThread>()
  #closed = false
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined

  run(owner: string, task: NewTask): Promise<Outcome> {
    if (this.#closed) return Promise.resolve('late')
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    this.#tasks.add(owner, task, resolve)
    // Tasks of the same tick are sent together.
    if (!this.#isScheduled) queueMicrotask(() => this.#dispatch())
    this.#isScheduled = true
    return promise
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#tasks.refuseAll()
    for (const thread of this.#threads) thread.end()
  }

  #dispatch(): void {
    this.#isScheduled = false
    while (!this.#closed && this.#tasks.hasNext) {
      const thread = this.#idleThread()
      if (!thread) return
      const batch = this.#tasks.takeBatch()
      if (batch.length === 0) return
      thread.start(batch)
    }
  }

  #idleThread(): CookThread | undefined {
    for (const thread of this.#threads) if (thread.isIdle) return thread
    if (this.#threads.size >= MAX_THREADS) return undefined
    for (const { busyFor } of this.#threads) {
      if (busyFor < PATIENCE) {
        this.#timer ??= setTimeout(() => this.#dispatchLater(), PATIENCE).unref()
        return undefined
      }
    }
    return this.#newThread()
  }

  #dispatchLater(): void {
    this.#timer = undefined
    this.#dispatch()
  }

  #newThread(): CookThread {
    const thread = new CookThread({
      onDone: (task, outcome, milliseconds) => this.#tasks.finish(task, outcome, milliseconds),
      onIdle: () => this.#dispatch(),
      onEnd: (unfinished: QueuedTask[]) => {
        this.#threads.delete(thread)
        this.#tasks.putBack(unfinished)
        this.#dispatch()
      },
    })
    this.#threads.add(thread)
    return thread
  }
}
