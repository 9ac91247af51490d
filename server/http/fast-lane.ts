import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { isPlainlyValid, type Member } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { PreparedAnswer } from './prepared-answer.ts'
import type { FloodGate } from './rate-limit.ts'
import type { RouteLog } from './request-log.ts'

/** What was sent for an address, to whom it may be sent again, and the cache's version it was true for. */
type Entry = {
  version: number
  answer: PreparedAnswer
  cacheControl: string
  member: Member | null
  log: RouteLog
}

// Of visitors and members together; whoever comes later takes the ordinary way.
const MOST_READERS = 10_000
const MOST_ADDRESSES = 100

/**
 * Sends again what this very reader was sent before, while nothing at all has changed since. It stands
 * before the router and the hooks, which would cost as much as Node itself. Whatever is not plain goes
 * the ordinary way, and so does everything once after each change.
 */
export class FastLane {
  readonly #context: Context
  readonly #floodGate: FloodGate | undefined
  readonly #newId: (request: IncomingMessage) => string
  readonly #readers = new Map<string, Map<string, Entry>>()
  #version = -1

  constructor(
    context: Context,
    floodGate: FloodGate | undefined,
    newId: (request: IncomingMessage) => string,
  ) {
    this.#context = context
    this.#floodGate = floodGate
    this.#newId = newId
  }

  /** The entry's version is from before its answer was made: what has changed meanwhile is not kept. */
  remember(request: IncomingMessage, entry: Entry): void {
    // Behind a proxy each answer bears headers of its own.
    if (entry.version !== this.#currentVersion() || this.#context.settings.trustProxy) return
    const reader = String(request.headers['x-auth-token'] ?? '')
    let addresses = this.#readers.get(reader)
    if (!addresses) {
      if (this.#readers.size >= MOST_READERS) return
      addresses = new Map()
      this.#readers.set(reader, addresses)
    }
    if (addresses.size < MOST_ADDRESSES) addresses.set(request.url ?? '', entry)
  }

  /** Puts itself before the listener that the server has. */
  standBefore(server: Server): void {
    const { cache } = this.#context
    const [ordinary] = server.listeners('request') as RequestListener[]
    if (!ordinary) throw new Error('The server listens to no requests yet')
    server.off('request', ordinary)
    server.on('request', (request, response) => {
      const entry = this.#find(request)
      if (!entry) return ordinary(request, response)
      const arrived = performance.now()
      const looked = cache.refresh()
      const goOn = () => {
        if (!this.#serve(entry, request, response, arrived)) ordinary(request, response)
      }
      // Should the look fail, the ordinary way will meet the same trouble, and knows how to tell it.
      if (looked) looked.then(goOn, () => ordinary(request, response))
      else goOn()
    })
  }

  #find({ method, headers, url = '' }: IncomingMessage): Entry | undefined {
    if (method !== 'GET' || headers['if-none-match'] || headers['x-request-id']) return undefined
    return this.#readers.get((headers['x-auth-token'] as string | undefined) ?? '')?.get(url)
  }

  #serve(entry: Entry, request: IncomingMessage, response: ServerResponse, arrived: number): boolean {
    const { version, answer, cacheControl, member, log } = entry
    if (version !== this.#context.cache.version || (member && !isPlainlyValid(member))) return false
    const ready = answer.readyToSend(request.headers['accept-encoding'], cacheControl)
    if (!ready || !this.#passes(request)) return false
    log.answered(arrived, 200, () => this.#newId(request))
    response.writeHead(200, ready.headers)
    response.end(ready.bytes)
    return true
  }

  /** Who comes too often is refused by the ordinary way, in its words. */
  #passes({ socket }: IncomingMessage): boolean {
    try {
      this.#floodGate?.pass(socket.remoteAddress ?? '')
      return true
    } catch {
      return false
    }
  }

  #currentVersion(): number {
    const { version } = this.#context.cache
    if (version !== this.#version) {
      this.#readers.clear()
      this.#version = version
    }
    return version
  }
}
