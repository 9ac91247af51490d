import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Access, mayCall } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import type { Overload } from '../traffic/overload.ts'
import { clientAddress } from '../traffic/proxies.ts'
import { FloodGate } from '../traffic/rate-limit.ts'
import { tokenIn } from '../traffic/tokens.ts'
import type { Caller, Identify } from './caller.ts'
import { invalid, notYours, Refusal, tooMany, unavailable } from './refusals.ts'

/** A request that was counted, and why it is refused. */
type Arrival = { refusal: unknown }

/**
 * Decides which calls of the API are served. The fast path asks `refusalOf` and `cachedCaller`, neither of which waits.
 * The router asks `admit`, which continues with what the fast path has found out.
 */
export class Admission {
  readonly #context: Context
  readonly #identify: Identify
  readonly #overload: Overload
  readonly #floodGate: FloodGate | undefined
  readonly #arrivals = new WeakMap<IncomingMessage, Arrival>()

  constructor(context: Context, identify: Identify, overload: Overload) {
    this.#context = context
    this.#identify = identify
    this.#overload = overload
    this.#floodGate = floodGateOf(context)
  }

  /** Why a request is refused before anything is known of its caller. Counts it, so this is asked once. */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { settings, ready } = this.#context
    const floodGate = this.#floodGate
    if (floodGate && !floodGate.isOpenTo(clientAddress(request, settings.trustProxy))) {
      return tooMany(floodGate.secondsLeft)
    }
    if (!ready || this.#overload.isOverloaded) return unavailable()
    return lacksHost(request) ? noHost() : undefined
  }

  /** Records that a request was counted and the cache checked for changes, unless there was a reason to refuse it. */
  recordArrival(request: IncomingMessage, refusal: unknown): void {
    this.#arrivals.set(request, { refusal })
  }

  /** The caller if the cache knows them, which takes no query. */
  cachedCaller({ headers }: IncomingMessage): Caller | undefined {
    const token = tokenIn(headers)
    if (token === undefined) return this.#identify.cachedVisitor()
    const member = this.#identify.cachedMember(token)
    return member?.value.isActive() ? member : undefined
  }

  /** The caller, or undefined if the call is open to anyone. Throws if they may not make it. */
  async admit(request: IncomingMessage, access: Access): Promise<Caller | undefined> {
    const { refusal } = this.#arrivals.get(request) ?? (await this.#arrive(request))
    if (refusal) throw refusal
    if (mayCall(access, undefined)) return undefined
    const isForVisitors = mayCall(access, { role: 'visitor', mayRead: true })
    const token = tokenIn(request.headers)
    const caller = isForVisitors ? await this.#identifyReader(token) : await this.#identify.member(token)
    if (!mayCall(access, caller.value)) throw notYours()
    return caller
  }

  /** For a request that the fast path did not recognise as a call, such as one with an absolute or encoded URL. */
  async #arrive(request: IncomingMessage): Promise<Arrival> {
    const refusal = this.refusalOf(request)
    if (!refusal) await this.#context.cache.watch.check()
    return { refusal }
  }

  /** Where the community reads in public, someone whose token is not valid is a visitor like any other. */
  async #identifyReader(token: string | undefined): Promise<Caller> {
    const visitor = await this.#identify.visitor()
    if (visitor.value.mayRead && token === undefined) return visitor
    try {
      return await this.#identify.member(token)
    } catch (error) {
      if (visitor.value.mayRead && error instanceof Refusal && error.status === 401) return visitor
      throw error
    }
  }
}

/**
 * Refuses requests other than calls, such as pages, if they need the database during a flood from their address or
 * before it is ready. The limit is the same as for calls, counted separately for each use.
 */
export function limitRequests(context: Context): LimitRequests {
  const floodGate = floodGateOf(context)
  return ({ address }) => {
    if (floodGate && !floodGate.isOpenTo(address)) throw tooMany(floodGate.secondsLeft)
    if (!context.ready) throw unavailable()
  }
}

export type LimitRequests = (request: FastifyRequest) => void

export function requireHost(request: IncomingMessage): void {
  if (lacksHost(request)) throw noHost()
}

function floodGateOf({ settings }: Context): FloodGate | undefined {
  return settings.rateLimit ? new FloodGate() : undefined
}

/** HTTP/1.1 requires the header (RFC 9112). Node could check it, but would send an empty response. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

const noHost = () => invalid({ msg: 'The Host header is missing' })
