import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Call } from '../../contract/calls.ts'
import { isPlainlyValid, type Member } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { PreparedAnswer } from './prepared-answer.ts'
import type { FloodGate } from './rate-limit.ts'
import type { RouteLog } from './request-log.ts'
import { tokenIn, tokenOf } from './tokens.ts'

/** What was sent for an address. */
type Sent = { answer: PreparedAnswer; call: Call; cacheControl: string; log: RouteLog }

/** The same as it stands in the lane, with the way to take it out. */
type Entry = Sent & { forget(): void }

/** Someone signed in, with what is theirs alone. */
type Reader = { member: Member; own: Map<string, Entry> }

/** What of a request decides how it is answered. */
type Asked = { entry: Entry; member: Member | undefined; encodings: string | undefined }

// What is forgotten beyond this comes back when it is asked for again.
const MOST_BYTES = 8 * 1024 * 1024
const MOST_READERS = 10_000
const MOST_OWN = 10
// What an entry, and a reader, cost beyond the address or token. The answers are the cache's.
const OVERHEAD = 500
// All of our own addresses are shorter.
const LONGEST_URL = 200

/**
 * Sends again what was sent before, while the cache still keeps it. It stands before the router and
 * the hooks, which would cost as much as Node itself. Whatever is not plain goes the ordinary way.
 */
export class FastLane {
  readonly #context: Context
  readonly #floodGate: FloodGate | undefined
  readonly #newId: (request: IncomingMessage) => string
  readonly #shared = new Map<string, Entry>()
  readonly #readers = new Map<string, Reader>()
  #keepAliveSeconds = 0
  #bytes = 0

  constructor(
    context: Context,
    floodGate: FloodGate | undefined,
    newId: (request: IncomingMessage) => string,
  ) {
    this.#context = context
    this.#floodGate = floodGate
    this.#newId = newId
  }

  /** Only what the cache keeps: it alone knows how long it is true. */
  remember({ url = '', headers }: IncomingMessage, sent: Sent, member: Member | null): void {
    // Behind a proxy each answer bears headers of its own.
    if (!sent.answer.kept || this.#context.settings.trustProxy || url.length > LONGEST_URL) return
    const reader = member?.kept && this.#readerOf(tokenIn(headers) ?? '', member)
    const { access, sameForAll } = sent.call
    if (access === 'anyone' || sameForAll) this.#keep(this.#shared, url, sent)
    else if (reader && (reader.own.size < MOST_OWN || reader.own.has(url))) this.#keep(reader.own, url, sent)
  }

  /** The listener that serves what it can and leaves the rest to the ordinary one. */
  before(server: Server, ordinary: RequestListener): RequestListener {
    const { cache, settings } = this.#context
    if (settings.trustProxy) return ordinary
    this.#keepAliveSeconds = Math.floor(server.keepAliveTimeout / 1000)
    return (request, response) => {
      if (request.method !== 'GET' || !request.url?.startsWith('/api/')) return ordinary(request, response)
      // Before anything of the request is read. Who comes too often is refused the ordinary way, in its words.
      if (!this.#passes(request)) return ordinary(request, response)
      const handOn = () => {
        this.#floodGate?.hasPassed(request)
        ordinary(request, response)
      }
      const asked = this.#find(request)
      if (!asked) return handOn()
      const arrived = performance.now()
      const looked = cache.refresh()
      const goOn = () => {
        if (this.#serve(asked, request, response, arrived)) return
        cache.hasLooked(request)
        handOn()
      }
      // Should the look fail, the ordinary way will meet the same trouble, and knows how to tell it.
      if (looked) looked.then(goOn, handOn)
      else goOn()
    }
  }

  /** Reads the headers as they came: Node's own object of them would cost as much as all the rest. */
  #find({ url = '', rawHeaders }: IncomingMessage): Asked | undefined {
    let hasHost = false
    let own: string | undefined
    let authorization: string | undefined
    let encodings: string | undefined
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] as string
      if (name.length === 4 && name.toLowerCase() === 'host') hasHost = true
      if (name.length < 12 || name.length > 15) continue
      const value = rawHeaders[index + 1] as string
      switch (name.toLowerCase()) {
        case 'x-auth-token':
          if (own !== undefined) return undefined
          own = value
          break
        case 'authorization':
          if (authorization !== undefined) return undefined
          authorization = value
          break
        case 'accept-encoding':
          if (encodings !== undefined) return undefined
          encodings = value
          break
        case 'if-none-match':
        case 'x-request-id':
          return undefined
      }
    }
    if (!hasHost) return undefined
    const token = tokenOf(own, authorization)
    const reader = token === undefined ? undefined : this.#readers.get(token)
    const entry = this.#shared.get(url) ?? reader?.own.get(url)
    if (!entry || (!reader && entry.call.access === 'member')) return undefined
    return { entry, member: reader?.member, encodings }
  }

  #serve(
    { entry, member, encodings }: Asked,
    request: IncomingMessage,
    response: ServerResponse,
    arrived: number,
  ): boolean {
    const { answer, call, cacheControl, log } = entry
    if (!answer.kept || (call.access === 'member' && !(member?.kept && isPlainlyValid(member)))) return false
    const { socket, shouldKeepAlive } = response
    // An earlier answer may still have to go over the connection, or it ends with this one.
    if (!socket || !shouldKeepAlive) return false
    const whole = answer.whole(encodings, cacheControl, this.#keepAliveSeconds)
    if (!whole) return false
    whole.sendOver(socket, response)
    log.answered(arrived, 200, () => this.#newId(request))
    return true
  }

  #passes({ socket }: IncomingMessage): boolean {
    try {
      this.#floodGate?.pass(socket.remoteAddress ?? '')
      return true
    } catch {
      return false
    }
  }

  #readerOf(token: string, member: Member): Reader {
    const known = this.#readers.get(token)
    if (known?.member === member) return known
    for (const entry of known?.own.values() ?? []) entry.forget()
    if (this.#readers.size >= MOST_READERS) this.#forgetAll()
    if (!this.#readers.has(token)) this.#bytes += token.length + OVERHEAD
    const reader = { member, own: new Map() }
    this.#readers.set(token, reader)
    return reader
  }

  #keep(entries: Map<string, Entry>, url: string, sent: Sent): void {
    const previous = entries.get(url)
    if (previous?.answer === sent.answer) return
    previous?.forget()
    const cost = url.length + OVERHEAD
    const forget = () => {
      entries.delete(url)
      this.#bytes -= cost
      takeBack()
    }
    const takeBack = sent.answer.whenReleased(forget)
    entries.set(url, { ...sent, forget })
    this.#bytes += cost
    for (const oldest of this.#shared.values()) {
      if (this.#bytes <= MOST_BYTES) return
      oldest.forget()
    }
    if (this.#bytes > MOST_BYTES) this.#forgetAll()
  }

  #forgetAll(): void {
    for (const entry of this.#shared.values()) entry.forget()
    for (const { own } of this.#readers.values()) for (const entry of own.values()) entry.forget()
    this.#readers.clear()
    this.#bytes = 0
  }
}
