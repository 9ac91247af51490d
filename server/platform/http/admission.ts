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

type Arrival = { refusal: unknown }

/** The fast path calls `refusalOf` and `cachedCaller`, which never wait; the router calls `admit`. */
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

  /** Counts the request, so it is called once. */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { settings, ready } = this.#context
    const floodGate = this.#floodGate
    if (floodGate && !floodGate.isOpenTo(clientAddress(request, settings.trustProxy))) {
      return tooMany(floodGate.secondsLeft)
    }
    if (!ready || this.#overload.isOverloaded) return unavailable()
    return lacksHost(request) ? noHost() : undefined
  }

  recordArrival(request: IncomingMessage, refusal: unknown): void {
    this.#arrivals.set(request, { refusal })
  }

  /** Without a query. */
  cachedCaller({ headers }: IncomingMessage): Caller | undefined {
    const token = tokenIn(headers)
    if (token === undefined) return this.#identify.cachedVisitor()
    const member = this.#identify.cachedMember(token)
    return member?.value.isActive() ? member : undefined
  }

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

  /** For calls that the fast path does not recognise, such as those with an absolute or encoded URL. */
  async #arrive(request: IncomingMessage): Promise<Arrival> {
    const refusal = this.refusalOf(request)
    if (!refusal) await this.#context.cache.check()
    return { refusal }
  }

  /** Where the community reads in public, a caller with an invalid token is a visitor like any other. */
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

/** For requests other than calls, such as pages. Each use is counted separately, with the limit of calls. */
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

/** Required by RFC 9112. Node could check it, but would send an empty response. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

const noHost = () => invalid({ msg: 'The Host header is missing' })
