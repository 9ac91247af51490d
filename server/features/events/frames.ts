import { frameOf, type LiveEvent } from './events.ts'

/** Written to a listener. All listeners share the same bytes, except the few frames that only one of them may see. */
export type Pieces = readonly (Buffer | string)[]

/** The frames of events in their order, each made once for all listeners. */
export class Frames {
  readonly #shared: readonly Buffer[]
  /** The frames for one user, and before which byte of the others they come. */
  readonly #private = new Map<string, { at: number; frame: string }[]>()

  constructor(events: LiveEvent[]) {
    const shared: Buffer[] = []
    let at = 0
    for (const event of events) {
      const frame = frameOf(event)
      // Only the user that a notification names may know of it.
      if (event.kind === 'notification') {
        const user = event.data.user ?? ''
        this.#private.set(user, [...(this.#private.get(user) ?? []), { at, frame }])
        continue
      }
      const bytes = Buffer.from(frame)
      shared.push(bytes)
      at += bytes.length
    }
    this.#shared = shared.length > 0 ? [Buffer.concat(shared)] : []
  }

  get hasShared(): boolean {
    return this.#shared.length > 0
  }

  /** Those that this user may know of. */
  piecesFor(userId: string): Pieces {
    const frames = this.#private.get(userId)
    if (!frames) return this.#shared
    const [shared = Buffer.alloc(0)] = this.#shared
    const starts = [0, ...frames.map(({ at }) => at)]
    return starts
      .flatMap((start, index) => [shared.subarray(start, starts[index + 1]), frames[index]?.frame ?? ''])
      .filter((piece) => piece.length > 0)
  }
}
