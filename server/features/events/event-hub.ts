import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { stopping, tooMany, unavailable } from '../../platform/http/refusals.ts'
import { STREAMED_KINDS } from '../topics.ts'
import type { EventStream } from './event-stream.ts'
import { eventsIn, heartbeatFrame, type LiveEvent, resetFrame } from './events.ts'
import { Frames, type Pieces } from './frames.ts'
import { MissedEvents } from './missed-events.ts'
import { visibleAmong } from './visible-events.ts'

const POLL_EVERY = 250
const ADMIT_EVERY = 100
// Most proxies, and this server, close connections that are silent for a minute.
const HEARTBEAT_EVERY = 25_000
const MAX_STREAMS = 10_000
const MAX_STREAMS_OF_MEMBER = 20
const MAX_STREAMS_OF_ADDRESS = 500
const RETRY_AFTER = 30
const MAX_PENDING = 32 * 1024 * 1024
const STREAMS_IN_TURN = 100

type Source = { userId: string; address?: string | undefined }
type Joining = { stream: EventStream; lastId: string; done(): void; fail(error: unknown): void }

export class EventHub {
  readonly #db: Database
  readonly #streams = new Set<EventStream>()
  readonly #byTopic = new Map<string, Set<EventStream>>()
  readonly #countByMember = new Map<string, number>()
  readonly #countByAddress = new Map<string, number>()
  #joining: Joining[] = []
  #position: string | undefined
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #lastHeartbeat = 0
  #lastPoll = 0
  #count = 0
  #isClosed = false

  constructor(db: Database) {
    this.#db = db
  }

  get count(): number {
    return this.#count
  }

  reserve({ userId, address }: Source): void {
    if ((this.#countByMember.get(userId) ?? 0) >= MAX_STREAMS_OF_MEMBER) throw tooMany(RETRY_AFTER)
    if (address && (this.#countByAddress.get(address) ?? 0) >= MAX_STREAMS_OF_ADDRESS)
      throw tooMany(RETRY_AFTER)
    if (this.#isClosed) throw stopping()
    if (this.#count >= MAX_STREAMS) throw unavailable('Too many event streams are open', RETRY_AFTER)
    this.#addToCounts({ userId, address }, 1)
  }

  #addToCounts({ userId, address }: Source, change: 1 | -1): void {
    this.#count += change
    addTo(this.#countByMember, userId, change)
    if (address) addTo(this.#countByAddress, address, change)
  }

  join(stream: EventStream, lastId: string): Promise<void> {
    return new Promise((done, fail) => {
      this.#joining.push({ stream, lastId, done, fail })
      this.#pollForJoining()
    })
  }

  readonly leave = (stream: EventStream): void => {
    this.#streams.delete(stream)
    for (const topic of stream.topics) {
      const listeners = this.#byTopic.get(topic)
      listeners?.delete(stream)
      if (listeners?.size === 0) this.#byTopic.delete(topic)
    }
    this.#addToCounts(stream, -1)
  }

  close(): void {
    this.#isClosed = true
    this.#endAll()
  }

  #pollIn(milliseconds: number): void {
    if (this.#isPolling) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#poll(), milliseconds)
    this.#timer.unref()
  }

  #pollForJoining(): void {
    this.#pollIn(Math.max(0, this.#lastPoll + ADMIT_EVERY - performance.now()))
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    this.#lastPoll = performance.now()
    const joining = this.#joining
    this.#joining = []
    try {
      await this.#sendNews()
      const missed = joining.some(({ lastId }) => lastId !== '')
        ? await MissedEvents.read(this.#db, this.#position ?? '')
        : undefined
      for (const [index, stream] of joining.entries()) {
        if (index % STREAMS_IN_TURN === 0) await setImmediate()
        this.#admit(stream, missed)
      }
    } catch (error) {
      for (const { fail } of joining) fail(error)
    }
    if (performance.now() - this.#lastHeartbeat >= HEARTBEAT_EVERY) await this.#sendHeartbeats()
    this.#isPolling = false
    if (this.#joining.length > 0) this.#pollForJoining()
    else if (this.#streams.size > 0) this.#pollIn(POLL_EVERY)
    else this.#position = undefined
  }

  async #sendNews(): Promise<void> {
    const from = this.#position
    const { position: to, topics } = await this.#db.changes.since(from, STREAMED_KINDS)
    if (from === undefined) this.#lastHeartbeat = performance.now()
    else {
      // Their sessions may have ended, and they have missed events.
      if (!topics || topics.includes('all')) this.#endAll()
      else if (topics.length > 0) {
        for (const topic of topics) for (const stream of this.#byTopic.get(topic) ?? []) stream.end()
        const events = eventsIn({ from, to, topics })
        await this.#send(events.filter(await visibleAmong(this.#db, events)))
      }
    }
    this.#position = to
  }

  async #send(events: LiveEvent[]): Promise<void> {
    if (events.length === 0) return
    const frames = new Frames(events)
    await this.#writeToEach(({ userId }) => frames.piecesFor(userId))
    if (frames.hasShared) this.#lastHeartbeat = performance.now()
  }

  #admit({ stream, lastId, done, fail }: Joining, missed: MissedEvents | undefined): void {
    try {
      if (this.#isClosed) throw stopping()
      const position = this.#position ?? ''
      stream.write([heartbeatFrame(position)])
      if (lastId) {
        const frames = missed?.framesSince(lastId)
        stream.write(frames ? frames.piecesFor(stream.userId) : [resetFrame(position)])
      }
      this.#streams.add(stream)
      for (const topic of stream.topics) {
        const listeners = this.#byTopic.get(topic) ?? new Set()
        this.#byTopic.set(topic, listeners.add(stream))
      }
      done()
    } catch (error) {
      fail(error)
    }
  }

  async #sendHeartbeats(): Promise<void> {
    this.#lastHeartbeat = performance.now()
    const pieces = [Buffer.from(heartbeatFrame(this.#position ?? ''))]
    await this.#writeToEach(() => pieces)
  }

  #endAll(): void {
    for (const stream of this.#streams) stream.end()
  }

  async #writeToEach(piecesFor: (stream: EventStream) => Pieces): Promise<void> {
    let pending = 0
    let written = 0
    for (const stream of this.#streams) {
      if (++written % STREAMS_IN_TURN === 0) await setImmediate()
      if (stream.hasExpired) {
        stream.end()
        continue
      }
      const pieces = piecesFor(stream)
      if (pieces.length === 0) continue
      const behind = stream.write(pieces)
      pending += behind
      if (behind > 0 && pending > MAX_PENDING) stream.disconnect()
    }
  }
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
