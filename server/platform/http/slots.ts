import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { addressGroup } from './client-address.ts'
import { clientGone, type Refusal, tooMany } from './refusals.ts'

const MAX_WAITING = 100
const RETRY_AFTER = 1
// In milliseconds per turn of the event loop, so that other owners have their turn.
const MAX_TIME = 5

type WaitingTask = { socket: Socket | undefined; start(): void; leave(reason: Refusal): void }
type Queue = { slots: number; taken: number; waiting: WaitingTask[]; turnEnds: number }

/** Limits what each owner has in progress. The rest waits in the order of arrival. */
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

  /** Returns a promise if the owner has to wait. Disconnected clients leave the queue. */
  take(
    owner: string,
    slots: number,
    socket?: Socket,
    maxWaiting = this.#maxWaiting,
  ): Promise<void> | undefined {
    const create = (): Queue => ({ slots, taken: 0, waiting: [], turnEnds: 0 })
    const queue = this.#queues.getOrInsertComputed(owner, create)
    const hasTime = queue.turnEnds === 0 || performance.now() < queue.turnEnds
    this.#beginTurn(owner, queue)
    if (queue.taken < slots && queue.waiting.length === 0 && hasTime) {
      queue.taken++
      return undefined
    }
    const maxLength = slots - queue.taken + maxWaiting
    if (queue.waiting.length >= maxLength) queue.waiting = queue.waiting.filter(isConnected)
    if (queue.waiting.length >= maxLength) throw this.#whenFull()
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

function isConnected({ socket, leave }: WaitingTask): boolean {
  if (!socket?.destroyed && !socket?.readableEnded) return true
  leave(clientGone())
  return false
}

type Limits = { ofMember: number; ofAddress: number }

const MEMBERS_WAITING = 1_000

export const REQUESTS_IN_PROGRESS: Limits = { ofMember: 8, ofAddress: 32 }

export function clientOf({ caller, address }: FastifyRequest): { name: string; isMember: boolean } {
  return caller && caller.role !== 'visitor'
    ? { name: `member ${caller.id}`, isMember: true }
    : { name: `address ${addressGroup(address)}`, isMember: false }
}

/** Holds the slot until the response is ready; reading it may take much longer. */
export function holdSlot(
  request: FastifyRequest,
  slots: Slots,
  owner: string,
  atOnce: number,
  maxWaiting?: number,
): Promise<void> | undefined {
  const hold = () => {
    request.heldSlots = [...(request.heldSlots ?? []), () => slots.free(owner)]
  }
  const waiting = slots.take(owner, atOnce, request.socket, maxWaiting)
  if (waiting) return waiting.then(hold)
  hold()
  return undefined
}

/** Waits for other requests of the client, and of all members at its address. */
export const holdBack =
  (slots: Slots, { ofMember, ofAddress }: Limits): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { name, isMember } = clientOf(request)
    const own = holdSlot(request, slots, name, isMember ? ofMember : ofAddress)
    const members = `members at ${addressGroup(request.address)}`
    const holdOfMembers = () =>
      isMember ? holdSlot(request, slots, members, ofAddress, MEMBERS_WAITING) : undefined
    const waiting = own ? own.then(holdOfMembers) : holdOfMembers()
    if (waiting) waiting.then(() => done(), done)
    else done()
  }

export function freeSlots(app: FastifyInstance): void {
  app.decorateRequest('heldSlots', undefined)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const held = request.heldSlots
    request.heldSlots = undefined
    for (const free of held ?? []) free()
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    heldSlots: (() => void)[] | undefined
  }
}
