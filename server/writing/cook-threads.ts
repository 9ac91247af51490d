import type { Answer } from './cook/messages.ts'
import { CookThread } from './cook-thread.ts'
import { FairTasks, type NewTask, type QueuedTask } from './fair-tasks.ts'

const MAX_THREADS = 2
/**
 * Tasks wait this long for a busy thread before they use another: ordinary texts take less, and the longer they wait
 * the more of them share a message. Another thread also takes memory.
 */
const PATIENCE = 20
/** A second thread ends if it has been idle this long. */
const MAX_IDLE = 30_000

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
  #idleTimer: NodeJS.Timeout | undefined

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
    clearTimeout(this.#idleTimer)
    this.#tasks.refuseAll()
    for (const thread of this.#threads) thread.end()
  }

  #dispatch(): void {
    this.#isScheduled = false
    while (!this.#closed && this.#tasks.hasNext) {
      const thread = this.#nextThread()
      if (!thread) return
      const batch = this.#tasks.takeBatch()
      if (batch.length === 0) return
      thread.start(batch)
    }
  }

  /** An idle or new thread, unless a busy one is likely to be free soon. */
  #nextThread(): CookThread | undefined {
    const threads = [...this.#threads]
    const idle = threads.find((thread) => thread.isIdle)
    if (!idle && threads.length >= MAX_THREADS) return undefined
    const isOneFreeSoon = threads.some((thread) => !thread.isIdle && thread.busyFor < PATIENCE)
    if (isOneFreeSoon && !(idle && this.#tasks.isSlowRunning)) {
      this.#timer ??= setTimeout(() => this.#dispatchLater(), PATIENCE).unref()
      return undefined
    }
    return idle ?? this.#newThread()
  }

  #dispatchLater(): void {
    this.#timer = undefined
    this.#dispatch()
  }

  #newThread(): CookThread {
    const thread = new CookThread({
      onDone: (task, outcome, milliseconds) => this.#tasks.finish(task, outcome, milliseconds),
      onIdle: () => this.#dispatch(),
      onSlowHighlight: (task) => this.#tasks.retryPlain(task),
      onEnd: (unfinished: QueuedTask[]) => {
        this.#threads.delete(thread)
        this.#tasks.putBack(unfinished)
        this.#dispatch()
      },
    })
    this.#threads.add(thread)
    if (this.#threads.size > 1) this.#idleTimer ??= setTimeout(() => this.#endIdle(), MAX_IDLE).unref()
    return thread
  }

  /** Ends idle threads, except for one. */
  #endIdle(): void {
    this.#idleTimer = undefined
    const [, ...others] = this.#threads
    for (const thread of others) if (thread.idleFor >= MAX_IDLE) thread.end()
    if (this.#threads.size > 1) this.#idleTimer = setTimeout(() => this.#endIdle(), MAX_IDLE).unref()
  }
}
