import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hasTime, later } from '../ticks.ts'
import { clientAddress, type Trust } from './proxies.ts'
import { tokenIn } from './tokens.ts'

// How many requests of one member or address are worked on at once; more would only queue for the database.
const MAX_AT_ONCE = 16
// Where none of them has ended for so many milliseconds, the others are better refused than kept waiting.
const STUCK = 2_000

/** A member or visitor: how many of their requests are being worked on, of how many, and which wait. */
type Asker = {
  key: string
  running: number
  most: number
  waiting: (() => void)[]
  lastEnd: number
  watch: NodeJS.Timeout | undefined
}

/**
 * Shares the time of the process among those who ask. Once requests have used up the time of a tick, the
 * others wait for the next ones, in which members and visitors take turns. So whoever sends a
 * hundred costly requests at once holds up themselves, and nobody else for longer than one of them takes.
 */
export class Turns {
  readonly #trust: false | Trust
  readonly #askers = new Map<string, Asker>()
  /** Those with a request that may run, in turn. */
  readonly #ready = new Set<Asker>()

  constructor(trust: false | Trust) {
    this.#trust = trust
  }

  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const asker = this.#askerOf(request)
      if (asker.running < asker.most && asker.waiting.length === 0 && hasTime()) {
        this.#start(asker, response)
        next(request, response)
        return
      }
      asker.waiting.push(() => {
        if (request.socket.destroyed) return
        this.#start(asker, response)
        next(request, response)
      })
      this.#makeReady(asker)
    }
  }

  #askerOf(request: IncomingMessage): Asker {
    const key = this.#keyOf(request)
    let asker = this.#askers.get(key)
    if (!asker) {
      asker = { key, running: 0, most: MAX_AT_ONCE, waiting: [], lastEnd: 0, watch: undefined }
      this.#askers.set(key, asker)
    }
    return asker
  }

  #keyOf(request: IncomingMessage): string {
    const { method, url = '', headers } = request
    const token = tokenIn(headers)
    if (token) return token
    const isRead = method === 'GET' && url.startsWith('/api/') && !url.startsWith(CODE_HOST)
    return `${isRead ? 'reads' : UNCOUNTED} ${clientAddress(request, this.#trust)}`
  }

  /** Counts a request until its answer is made; taking it may last. */
  #start(asker: Asker, response: ServerResponse): void {
    if (asker.key.startsWith(UNCOUNTED)) {
      this.#forgetIfIdle(asker)
      return
    }
    asker.running++
    const end = () => {
      response.off('prefinish', end).off('close', end)
      asker.running--
      asker.lastEnd = performance.now()
      if (asker.waiting.length > 0) this.#makeReady(asker)
      else this.#forgetIfIdle(asker)
    }
    response.once('prefinish', end).once('close', end)
  }

  #makeReady(asker: Asker): void {
    if (asker.running >= asker.most) {
      asker.watch ??= setTimeout(() => this.#lookAfter(asker), STUCK).unref()
      return
    }
    this.#ready.add(asker)
    later(this.#runNext)
  }

  #lookAfter(asker: Asker): void {
    asker.watch = undefined
    if (performance.now() - asker.lastEnd >= STUCK) asker.most = Number.POSITIVE_INFINITY
    if (asker.waiting.length > 0) this.#makeReady(asker)
  }

  readonly #runNext = () => {
    const [asker] = this.#ready
    if (!asker) return
    this.#ready.delete(asker)
    asker.waiting.shift()?.()
    if (asker.waiting.length > 0) this.#makeReady(asker)
    else this.#forgetIfIdle(asker)
  }

  #forgetIfIdle(asker: Asker): void {
    if (asker.running === 0 && asker.waiting.length === 0) this.#askers.delete(asker.key)
  }
}

// These have queues and limits of their own: passwords, files, and the code host.
const UNCOUNTED = 'others'
const CODE_HOST = '/api/profile/github/'
