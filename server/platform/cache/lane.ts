import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Access, mayCall, type Rights } from '../../../contract/access.ts'
import { tickHasTime } from '../../ticks.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache, Entry } from './cache.ts'
import type { ChangeWatch } from './change-watch.ts'
import { canWritePastResponse } from './raw-response.ts'

/** What the lane needs to know about HTTP, passed in by server/platform/http. */
type Protocol = {
  /** Whether the rate limit admits the request; if not, the router refuses it. */
  admit(request: IncomingMessage): boolean
  /** The token that came with it. */
  tokenOf(request: IncomingMessage): string | undefined
  /** Extra header lines for this request's answer, each with its line end. */
  headerLinesFor(request: IncomingMessage): string
  keepAliveSeconds: number
}

/** Who makes a call. The session of a member may expire at any time. */
type Caller = Rights & { isActive(): boolean }

/** An answer with what is needed to send it again. */
export type Sent = {
  answer: Entry<Answer>
  access: Access
  /** Whether all callers get the same answer. */
  isShared: boolean
  cacheControl: string
  answered(request: IncomingMessage, arrived: number): void
}

type Stored = Sent & { remove(): void }
type Reader = { caller: Entry<Caller>; answers: Map<string, Stored>; remove(): void }

// Beyond these limits entries are dropped; the next request stores them again.
const MAX_BYTES = 8 * 1024 * 1024
const MAX_READERS = 10_000
const MAX_ANSWERS_OF_A_READER = 10
// Memory of a stored answer or reader beyond its URL or token. The bytes of answers are counted by the cache.
const OVERHEAD = 500
// Stands for the token of visitors.
const NO_TOKEN = ''
const LARGE_ANSWER = 64 * 1024
// All addresses of the API are shorter.
const LONGEST_URL = 200

/**
 * Sends cached answers before the router and its hooks, which would cost as much as Node itself. It serves only
 * simple GET requests; everything else goes to the router.
 */
export class Lane {
  readonly #cache: AnswerCache
  readonly #watch: ChangeWatch
  readonly #protocol: Protocol
  readonly #shared = new Map<string, Stored>()
  readonly #readers = new Map<string, Reader>()
  readonly #admitted = new WeakSet<IncomingMessage>()
  #bytes = 0

  constructor(cache: AnswerCache, protocol: Protocol) {
    this.#cache = cache
    this.#watch = cache.watch
    this.#protocol = protocol
  }

  /** Whether a request was admitted here, before the router saw it. */
  hasAdmitted(request: IncomingMessage): boolean {
    return this.#admitted.has(request)
  }

  /** Remembers an answer if it is cached, because only the cache knows when it is out of date. */
  remember(request: IncomingMessage, sent: Sent, caller: Entry<Caller> | undefined): void {
    const { url = '' } = request
    if (!sent.answer.isCurrent || url.length > LONGEST_URL) return
    const token = this.#protocol.tokenOf(request) ?? NO_TOKEN
    // A token that is not valid is not remembered, as anyone can invent one.
    const isKnown = caller?.isCurrent && (caller.value.role !== 'visitor' || token === NO_TOKEN)
    const reader = isKnown ? this.#readerOf(token, caller) : undefined
    if (sent.isShared) this.#store(this.#shared, url, sent)
    else if (reader && (reader.answers.size < MAX_ANSWERS_OF_A_READER || reader.answers.has(url))) {
      this.#store(reader.answers, url, sent)
    }
  }

  /** The listener that serves what it can and leaves the rest to the router. */
  before(router: RequestListener): RequestListener {
    if (!canWritePastResponse()) return router
    return (request, response) => {
      if (request.method !== 'GET' || !request.url?.startsWith('/api/')) return router(request, response)
      // The rate limit comes before any other work.
      if (!this.#protocol.admit(request)) return router(request, response)
      const arrived = performance.now()
      const passToRouter = () => {
        this.#admitted.add(request)
        router(request, response)
      }
      if (!isServable(request)) return passToRouter()
      const serveOrPass = () => {
        if (this.#serve(request, response, arrived)) return
        this.#watch.markChecked(request)
        passToRouter()
      }
      if (this.#watch.checkNow()) serveOrPass()
      // If the check fails, the router fails the same way and sends the error.
      else this.#watch.check().then(serveOrPass, passToRouter)
    }
  }

  /** The stored answer for this URL, if this caller may read it. */
  #find(request: IncomingMessage): Stored | undefined {
    const { url = '' } = request
    const reader = this.#readers.get(this.#protocol.tokenOf(request) ?? NO_TOKEN)
    const sent = this.#shared.get(url) ?? reader?.answers.get(url)
    const caller = reader?.caller.value.isActive() ? reader.caller.value : undefined
    if (!sent || !mayCall(sent.access, caller)) return undefined
    this.#cache.touch(sent.answer)
    if (reader) this.#cache.touch(reader.caller)
    return sent
  }

  #serve(request: IncomingMessage, response: ServerResponse, arrived: number): boolean {
    const sent = this.#find(request)
    const { socket, shouldKeepAlive } = response
    // There is no socket while an earlier answer is being sent.
    if (!sent || !socket || !shouldKeepAlive) return false
    // Writing a large answer takes a while. If this tick has been used up, it queues like other requests.
    if (sent.answer.value.size > LARGE_ANSWER && !tickHasTime()) return false
    const { keepAliveSeconds, headerLinesFor } = this.#protocol
    const encodings = request.headers['accept-encoding'] as string | undefined
    const form = sent.answer.value.wireForm(encodings, sent.cacheControl, keepAliveSeconds)
    if (!form) return false
    form.send(socket, response, headerLinesFor(request))
    sent.answered(request, arrived)
    return true
  }

  #readerOf(token: string, caller: Entry<Caller>): Reader {
    const known = this.#readers.get(token)
    if (known?.caller === caller) return known
    known?.remove()
    if (this.#readers.size >= MAX_READERS) this.#clear()
    const cost = token.length + OVERHEAD
    const reader: Reader = {
      caller,
      answers: new Map(),
      remove: () => {
        for (const sent of reader.answers.values()) sent.remove()
        unlink()
        if (this.#readers.get(token) === reader) this.#readers.delete(token)
        this.#bytes -= cost
      },
    }
    // Forgets the token as soon as its session ends.
    const unlink = caller.whenDropped(reader.remove)
    this.#readers.set(token, reader)
    this.#bytes += cost
    return reader
  }

  #store(answers: Map<string, Stored>, url: string, sent: Sent): void {
    const previous = answers.get(url)
    if (previous?.answer === sent.answer) return
    previous?.remove()
    const cost = url.length + OVERHEAD
    const remove = () => {
      answers.delete(url)
      this.#bytes -= cost
      unlink()
    }
    const unlink = sent.answer.whenDropped(remove)
    answers.set(url, { ...sent, remove })
    this.#bytes += cost
    for (const oldest of this.#shared.values()) {
      if (this.#bytes <= MAX_BYTES) return
      oldest.remove()
    }
    if (this.#bytes > MAX_BYTES) this.#clear()
  }

  #clear(): void {
    for (const sent of this.#shared.values()) sent.remove()
    for (const reader of this.#readers.values()) reader.remove()
  }
}

/** Requests without Host are refused, and conditional ones may get a 304: the router handles both. */
function isServable({ headers }: IncomingMessage): boolean {
  return headers.host !== undefined && headers['if-none-match'] === undefined
}
