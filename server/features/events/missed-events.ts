import type { NewestChanges } from '../../database/changes/changes.ts'
import type { Database } from '../../database/database.ts'
import { STREAMED_KINDS } from '../topics.ts'
import { eventsIn, type LiveEvent, readEventId } from './events.ts'
import { Frames } from './frames.ts'
import { visibleAmong } from './visible-events.ts'

const MAX_EVENTS_REPEATED = 500
// Clients of a restarted server share few positions, but anyone can invent more.
const MAX_POSITIONS = 100

export class MissedEvents {
  readonly #changes: NewestChanges
  readonly #position: string
  readonly #isVisible: (event: LiveEvent) => boolean
  readonly #frames = new Map<string, Frames | undefined>()

  private constructor(changes: NewestChanges, position: string, isVisible: (event: LiveEvent) => boolean) {
    this.#changes = changes
    this.#position = position
    this.#isVisible = isVisible
  }

  static async read(db: Database, position: string): Promise<MissedEvents> {
    const changes = await db.changes.readNewest(STREAMED_KINDS)
    const events = eventsIn({ from: '', to: '', topics: changes.topics })
    return new MissedEvents(changes, position, await visibleAmong(db, events))
  }

  framesSince(lastId: string): Frames | undefined {
    if (!this.#frames.has(lastId) && this.#frames.size < MAX_POSITIONS) {
      this.#frames.set(lastId, this.#makeFrames(lastId))
    }
    return this.#frames.get(lastId)
  }

  #makeFrames(lastId: string): Frames | undefined {
    const events = this.#eventsSince(lastId)
    if (!events || events.length > MAX_EVENTS_REPEATED) return undefined
    return new Frames(events.filter(this.#isVisible))
  }

  #eventsSince(lastId: string): LiveEvent[] | undefined {
    const last = readEventId(lastId)
    const topics = last && this.#changes.between(last.to, this.#position)
    if (!topics) return undefined
    const events = eventsIn({ from: last.to, to: this.#position, topics })
    if (!('from' in last)) return events
    const rest = this.#changes.between(last.from, last.to)
    return rest && [...eventsIn({ ...last, topics: rest }, last.count), ...events]
  }
}
