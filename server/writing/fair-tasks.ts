import type { Task } from './cook/messages.ts'
import type { Outcome } from './cook-threads.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type NewTask = WithoutId<Task>

export type QueuedTask = {
  id: number
  owner: string
  task: Task
  finish(outcome: Outcome): void
  waitingUntil: number
}

// A batch costs one message instead of one for each task.
const MAX_BATCH = 16
const MAX_WAITING = 1_000
const MAX_WAITING_OF_OWNER = 100
/** The most milliseconds that a task waits for its turn. */
const MAX_WAIT = 1_000
/** A task is expected to be slow if it has more characters than this, or its owner's last took more milliseconds. */
const LONG = 2_000
const SLOW = 25
const MAX_SLOW_OWNERS = 1_000

/**
 * Tasks that wait for a thread. Owners take turns, and one owner has only one batch running. Tasks that may be
 * slow run one at a time, on a single thread, so that another one is always there for all others.
 */
export class FairTasks {
  readonly #waiting = new Map<string, QueuedTask[]>()
  readonly #running = new Map<string, number>()
  readonly #slow = new Set<string>()
  /** The id of the running task that may be slow. */
  #slowTask: number | undefined
  #count = 0
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  get hasNext(): boolean {
    return this.#count > 0
  }

  get isSlowRunning(): boolean {
    return this.#slowTask !== undefined
  }

  add(owner: string, task: NewTask, finish: (outcome: Outcome) => void): void {
    const own = this.#waiting.get(owner) ?? []
    if (this.#count >= MAX_WAITING || own.length >= MAX_WAITING_OF_OWNER) {
      finish('late')
      return
    }
    const id = ++this.#lastId
    own.push({ id, owner, task: { ...task, id }, finish, waitingUntil: performance.now() + MAX_WAIT })
    this.#waiting.set(owner, own)
    this.#count++
    this.#timer ??= setTimeout(() => this.#refuseLate(), MAX_WAIT / 4).unref()
  }

  /** The next tasks for one thread; none if all waiting owners already have tasks running. */
  takeBatch(): QueuedTask[] {
    const batch: QueuedTask[] = []
    for (const [owner, tasks] of this.#waiting) {
      if (this.#running.has(owner)) continue
      const firstSlow = tasks.findIndex((task) => this.#mayBeSlow(task))
      const isSlow = firstSlow === 0
      if (isSlow && (this.#slowTask !== undefined || batch.length > 0)) continue
      const quick = firstSlow === -1 ? MAX_BATCH : firstSlow
      const taken = tasks.splice(0, isSlow ? 1 : Math.min(quick, MAX_BATCH - batch.length))
      if (isSlow) this.#slowTask = taken[0]?.id
      batch.push(...taken)
      this.#count -= taken.length
      this.#running.set(owner, taken.length)
      this.#waiting.delete(owner)
      // The owner goes to the end of the queue.
      if (tasks.length > 0) this.#waiting.set(owner, tasks)
      if (isSlow || batch.length >= MAX_BATCH) break
    }
    return batch
  }

  finish(task: QueuedTask, outcome: Outcome, milliseconds: number): void {
    const { owner, finish } = task
    this.#leave(task)
    this.#rememberPace(owner, milliseconds > SLOW)
    finish(outcome)
  }

  /** Takes back tasks of a thread that has ended before it began them. */
  putBack(tasks: QueuedTask[]): void {
    for (const task of tasks.toReversed()) {
      this.#leave(task)
      this.#waiting.set(task.owner, [task, ...(this.#waiting.get(task.owner) ?? [])])
      this.#count++
    }
  }

  /** Takes back a text whose code took too long to highlight. The next time it is not highlighted. */
  retryPlain(queued: QueuedTask): void {
    const task = queued.task.kind === 'cook' ? { ...queued.task, highlights: false } : queued.task
    this.#rememberPace(queued.owner, true)
    this.putBack([{ ...queued, task, waitingUntil: performance.now() + MAX_WAIT }])
  }

  refuseAll(): void {
    clearTimeout(this.#timer)
    this.#refuse(() => true)
  }

  #mayBeSlow({ owner, task }: QueuedTask): boolean {
    const length = task.kind === 'cook' ? task.text.length : task.before.length + task.after.length
    return length > LONG || this.#slow.has(owner)
  }

  #rememberPace(owner: string, isSlow: boolean): void {
    this.#slow.delete(owner)
    if (isSlow) this.#slow.add(owner)
    const [oldest] = this.#slow
    if (this.#slow.size > MAX_SLOW_OWNERS && oldest !== undefined) this.#slow.delete(oldest)
  }

  #leave({ id, owner }: QueuedTask): void {
    if (this.#slowTask === id) this.#slowTask = undefined
    const left = (this.#running.get(owner) ?? 0) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
  }

  #refuseLate(): void {
    const at = performance.now()
    this.#timer = undefined
    this.#refuse(({ waitingUntil }) => waitingUntil <= at)
    if (this.#count > 0) this.#timer = setTimeout(() => this.#refuseLate(), MAX_WAIT / 4).unref()
  }

  #refuse(isRefused: (task: QueuedTask) => boolean): void {
    for (const [owner, tasks] of this.#waiting) {
      const refused = tasks.filter(isRefused)
      if (refused.length === 0) continue
      this.#count -= refused.length
      const left = tasks.filter((task) => !refused.includes(task))
      if (left.length > 0) this.#waiting.set(owner, left)
      else this.#waiting.delete(owner)
      for (const task of refused) task.finish('late')
    }
  }
}
