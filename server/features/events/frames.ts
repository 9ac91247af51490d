import { frameOf, type LiveEvent } from './events.ts'

export type Pieces = readonly (Buffer | string)[]

export class Frames {
  readonly #shared: readonly Buffer[]
  readonly #private = new Map<string, { at: number; frame: string }[]>()

  constructor(events: LiveEvent[]) {
    const shared: Buffer[] = []
    let at = 0
    for (const event of events) {
      const frame = frameOf(event)
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
