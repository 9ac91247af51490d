import type { Socket } from 'node:net'
import { clientGone, type Refusal, tooMany } from './refusals.ts'

const MAX_WAITING = 100
const RETRY_AFTER = 1
// Milliseconds for which an owner may start work in one turn of the event loop, before others have theirs.
const MAX_TIME = 5

type Waiting = { socket: Socket | undefined; start(): void; leave(reason: Refusal): void }
type Queue = { slots: number; taken: number; waiting: Waiting[]; turnEnds: number }

/**
 * Limits what each owner has in progress. The rest waits in the order of arrival: each that ends starts the next one,
 * and each turn starts one.
 */
export class Slots {
  readonly #queues = new Map<string, Queue>()
  readonly #maxWaiting: number
  readonly #whenFull: () => Refusal

  constructor(maxWaiting = MAX_WAITING, whenFull = () => tooMany(RETRY_AFTER)) {
    this.#maxWaiting = maxWaiting
    this.#whenFull = whenFull
  }

  get waiting(): number {
    return this.#queues.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  async run<T>(owner: string, slots: number, work: () => Promise<T>, socket?: Socket): Promise<T> {
    await this.take(owner, slots, socket)
    try {
      return await work()
    } finally {
      this.free(owner)
    }
  }

  /** Returns a promise if the owner has to wait. Whoever disconnects leaves the queue. */
  take(
    owner: string,
    slots: number,
    socket?: Socket,
    maxWaiting = this.#maxWaiting,
  ): Promise<void> | undefined {
    const queue = this.#queues.getOrInsertComputed(owner, () => ({
      slots,
      taken: 0,
      waiting: [],
      turnEnds: 0,
    }))
    const hasTime = queue.turnEnds === 0 || performance.now() < queue.turnEnds
    this.#beginTurn(owner, queue)
    if (queue.taken < slots && queue.waiting.length === 0 && hasTime) {
      queue.taken++
      return undefined
    }
    const most = slots - queue.taken + maxWaiting
    if (queue.waiting.length >= most) queue.waiting = queue.waiting.filter(isConnected)
    if (queue.waiting.length >= most) throw this.#whenFull()
    return new Promise((start, leave) => queue.waiting.push({ socket, start, leave }))
  }

  free(owner: string): void {
    const queue = this.#queues.get(owner)
    if (!queue) return
    queue.taken--
    this.#beginTurn(owner, queue)
    if (performance.now() < queue.turnEnds) startNext(queue)
  }

  #beginTurn(owner: string, queue: Queue): void {
    if (queue.turnEnds !== 0) return
    queue.turnEnds = performance.now() + MAX_TIME
    setImmediate(() => this.#endTurn(owner, queue))
  }

  #endTurn(owner: string, queue: Queue): void {
    queue.turnEnds = 0
    if (queue.taken < queue.slots) {
      startNext(queue)
      if (queue.waiting.length > 0) this.#beginTurn(owner, queue)
    }
    if (queue.taken === 0 && queue.waiting.length === 0) this.#queues.delete(owner)
  }
}

function startNext(queue: Queue): void {
  let next = queue.waiting.shift()
  while (next && !isConnected(next)) next = queue.waiting.shift()
  if (!next) return
  queue.taken++
  next.start()
}

function isConnected({ socket, leave }: Waiting): boolean {
  if (!socket?.destroyed && !socket?.readableEnded) return true
  leave(clientGone())
  return false
}
