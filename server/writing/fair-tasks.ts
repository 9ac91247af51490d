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
/** Whose tasks take longer than this, in milliseconds, is given only one thread, and no batches. */
const SLOW = 25
const MAX_SLOW_OWNERS = 1_000

/**
 * Tasks that wait for a thread. Owners take turns, and one owner has only one batch running. Those whose last
 * task was slow share a single thread, so that another one is always there for all others.
 */
export class FairTasks {
  readonly #waiting = new Map<string, QueuedTask[]>()
  readonly #running = new Map<string, number>()
  readonly #slow = new Set<string>()
  #count = 0
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  get hasNext(): boolean {
    return this.#count > 0
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

  /** The next tasks for one thread; none if all that wait must wait for others of their owners. */
  takeBatch(): QueuedTask[] {
    const batch: QueuedTask[] = []
    const isSlowRunning = [...this.#running.keys()].some((owner) => this.#slow.has(owner))
    for (const [owner, tasks] of this.#waiting) {
      if (this.#running.has(owner)) continue
      const isSlow = this.#slow.has(owner)
      if (isSlow && (isSlowRunning || batch.length > 0)) continue
      const taken = tasks.splice(0, isSlow ? 1 : MAX_BATCH - batch.length)
      batch.push(...taken)
      this.#count -= taken.length
      this.#running.set(owner, taken.length)
      this.#waiting.delete(owner)
      // To the end of the line.
      if (tasks.length > 0) this.#waiting.set(owner, tasks)
      if (isSlow || batch.length >= MAX_BATCH) break
    }
    return batch
  }

  finish({ owner, finish }: QueuedTask, outcome: Outcome, milliseconds: number): void {
    this.#leave(owner)
    this.#slow.delete(owner)
    if (milliseconds > SLOW) this.#slow.add(owner)
    const [oldest] = this.#slow
    if (this.#slow.size > MAX_SLOW_OWNERS && oldest !== undefined) this.#slow.delete(oldest)
    finish(outcome)
  }

  /** Tasks that were given to a thread which has ended before it came to them. */
  putBack(tasks: QueuedTask[]): void {
    for (const task of tasks.toReversed()) {
      this.#leave(task.owner)
      this.#waiting.set(task.owner, [task, ...(this.#waiting.get(task.owner) ?? [])])
      this.#count++
    }
  }

  refuseAll(): void {
    clearTimeout(this.#timer)
    this.#refuse(() => true)
  }

  #leave(owner: string): void {
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
