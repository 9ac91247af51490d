import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { runLater, tickHasTime } from '../../ticks.ts'
import { addressGroup } from './addresses.ts'
import { clientAddress, type Trust } from './proxies.ts'

// Per client; more would only queue for the database.
const MAX_AT_ONCE = 16
// If no request finishes for this long, the limit is lifted, so that the rest fail instead of hanging.
const STUCK_AFTER = 2_000

type Client = {
  key: string
  running: number
  limit: number
  waiting: (() => void)[]
  lastFinish: number
  watch: NodeJS.Timeout | undefined
}

/** Serves clients round robin: a hundred expensive requests of one client delay others by one of them. */
export class FairQueue {
  readonly #trust: false | Trust
  readonly #knownMember: (request: IncomingMessage) => string | undefined
  readonly #clients = new Map<string, Client>()
  /** Clients with a request that may run, in round-robin order. */
  readonly #ready = new Set<Client>()

  constructor(trust: false | Trust, knownMember: (request: IncomingMessage) => string | undefined) {
    this.#trust = trust
    this.#knownMember = knownMember
  }

  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const client = this.#clientOf(request)
      if (client.running < client.limit && client.waiting.length === 0 && tickHasTime()) {
        this.#start(client, response)
        next(request, response)
        return
      }
      client.waiting.push(() => {
        if (request.socket.destroyed) return
        this.#start(client, response)
        next(request, response)
      })
      this.#makeReady(client)
    }
  }

  #clientOf(request: IncomingMessage): Client {
    const key = this.#keyOf(request)
    let client = this.#clients.get(key)
    if (!client) {
      client = { key, running: 0, limit: MAX_AT_ONCE, waiting: [], lastFinish: 0, watch: undefined }
      this.#clients.set(key, client)
    }
    return client
  }

  #keyOf(request: IncomingMessage): string {
    const { method, url = '' } = request
    // Anyone can invent tokens, so only a verified session has its own turns.
    const member = url.startsWith(STREAM) ? undefined : this.#knownMember(request)
    if (member) return `member ${member}`
    const isRead = method === 'GET' && READS.test(url)
    return `${isRead ? 'reads' : UNCOUNTED} ${addressGroup(clientAddress(request, this.#trust))}`
  }

  /** Counts a request until its response is complete; sending it may take much longer. */
  #start(client: Client, response: ServerResponse): void {
    if (client.key.startsWith(UNCOUNTED)) {
      this.#forgetIfIdle(client)
      return
    }
    client.running++
    const end = () => {
      response.off('prefinish', end).off('close', end)
      client.running--
      client.lastFinish = performance.now()
      if (client.waiting.length > 0) this.#makeReady(client)
      else this.#forgetIfIdle(client)
    }
    response.once('prefinish', end).once('close', end)
  }

  #makeReady(client: Client): void {
    if (client.running >= client.limit) {
      client.watch ??= setTimeout(() => this.#unblockIfStuck(client), STUCK_AFTER).unref()
      return
    }
    this.#ready.add(client)
    runLater(this.#runNext)
  }

  #unblockIfStuck(client: Client): void {
    client.watch = undefined
    if (performance.now() - client.lastFinish >= STUCK_AFTER) client.limit = Number.POSITIVE_INFINITY
    if (client.waiting.length > 0) this.#makeReady(client)
  }

  readonly #runNext = () => {
    const [client] = this.#ready
    if (!client) return
    this.#ready.delete(client)
    client.waiting.shift()?.()
    if (client.waiting.length > 0) this.#makeReady(client)
    else this.#forgetIfIdle(client)
  }

  #forgetIfIdle(client: Client): void {
    if (client.running === 0 && client.waiting.length === 0) this.#clients.delete(client.key)
  }
}

// What reads from the database. Passwords, files, streams and the code host have separate limits.
const READS = /^\/(?:api\/(?!profile\/github\/|events)|pictures\/)/
const UNCOUNTED = 'others'
// Its response is complete only when the listener leaves.
const STREAM = '/api/events'
