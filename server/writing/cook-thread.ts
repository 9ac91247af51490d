import { Worker } from 'node:worker_threads'
import {
  type Answer,
  CURRENT_TASK,
  IS_HIGHLIGHTING,
  now,
  processorTime,
  SHARED_BYTES,
} from './cook/messages.ts'
import type { Outcome } from './cook-threads.ts'
import type { QueuedTask } from './fair-tasks.ts'

/** The most milliseconds of processor time that a task may take. */
const DEADLINE = 200
// On a busy machine a thread gets only part of the processor.
const MAX_WORKING = 5 * DEADLINE
// Loading the code takes about a hundred milliseconds, and much longer where the machine is busy.
const USUAL_STARTING = 300
const MAX_STARTING = 10_000

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }

// The build puts all of the thread into one file beside that of the server.
const FILE = new URL(import.meta.url.endsWith('.ts') ? './cook/thread.ts' : './cook.js', import.meta.url)

type Listeners = {
  onDone(task: QueuedTask, outcome: Outcome, milliseconds: number): void
  onIdle(): void
  /** It took too long to highlight the code of this text. */
  onSlowHighlight(task: QueuedTask): void
  /** The thread has ended before it began these tasks. */
  onEnd(unfinished: QueuedTask[]): void
}

/** One thread and its current tasks. */
export class CookThread {
  readonly #listeners: Listeners
  readonly #progress = new Float64Array(new SharedArrayBuffer(SHARED_BYTES))
  readonly #worker: Worker
  readonly #tasks = new Map<number, QueuedTask>()
  #timer: NodeJS.Timeout | undefined
  #sentAt = 0
  #idleSince = now()
  #isReady = false
  #hasEnded = false

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    this.#worker = new Worker(FILE, {
      workerData: this.#progress.buffer,
      resourceLimits: RESOURCE_LIMITS,
      execArgv: [],
    })
    this.#worker.unref()
    this.#worker.on('message', (answers: Answer[]) => this.#receive(answers))
    // Out of memory or another fatal error: 'exit' follows.
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => this.#end())
  }

  get isIdle(): boolean {
    return this.#tasks.size === 0
  }

  /** For how many milliseconds it has been busy, without the time that it usually takes to start; 0 if it is idle. */
  get busyFor(): number {
    if (this.isIdle) return 0
    return now() - this.#sentAt - (this.#isReady ? 0 : USUAL_STARTING)
  }

  /** For how many milliseconds it has been idle; 0 if it is busy. */
  get idleFor(): number {
    return this.isIdle ? now() - this.#idleSince : 0
  }

  start(batch: QueuedTask[]): void {
    for (const task of batch) this.#tasks.set(task.id, task)
    this.#sentAt = now()
    this.#worker.postMessage(batch.map(({ task }) => task))
    this.#checkIn(DEADLINE)
  }

  end(): void {
    void this.#worker.terminate()
    this.#end()
  }

  #receive(answers: Answer[]): void {
    if (!this.#isReady) {
      this.#isReady = true
      this.#sentAt = now()
    }
    for (const answer of answers) {
      const task = this.#tasks.get(answer.id)
      if (!task) continue
      this.#tasks.delete(answer.id)
      const isFailure = answer.dish === undefined && answer.difference === undefined
      this.#listeners.onDone(task, isFailure ? 'hopeless' : answer, answer.took)
    }
    if (!this.isIdle) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#idleSince = now()
    this.#listeners.onIdle()
  }

  #checkIn(milliseconds: number): void {
    if (this.isIdle || this.#hasEnded) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#check().catch(() => this.end()),
      Math.max(1, Math.ceil(milliseconds)),
    )
  }

  /** Ends the thread if its current task is past the deadline. */
  async #check(): Promise<void> {
    const [current = 0, startedAt = 0, usedBefore = 0] = this.#progress
    const since = now() - (current === 0 ? this.#sentAt : startedAt)
    if (since > (current === 0 ? MAX_STARTING : MAX_WORKING)) this.end()
    else if (current === 0 || since < DEADLINE) this.#checkIn(current === 0 ? DEADLINE : DEADLINE - since)
    else {
      // If the thread does not even answer this, the next check ends it.
      this.#checkIn(MAX_WORKING - since)
      const used = processorTime(await this.#worker.cpuUsage()) - usedBefore
      if (this.#progress[CURRENT_TASK] !== current) this.#checkIn(DEADLINE)
      else if (used < DEADLINE) this.#checkIn(DEADLINE - used)
      else this.end()
    }
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    const stuck = this.#tasks.get(this.#progress[CURRENT_TASK] ?? 0)
    if (stuck) {
      this.#tasks.delete(stuck.id)
      if (this.#progress[IS_HIGHLIGHTING] === 1) this.#listeners.onSlowHighlight(stuck)
      else this.#listeners.onDone(stuck, 'hopeless', DEADLINE)
    }
    this.#listeners.onEnd([...this.#tasks.values()])
  }
}
