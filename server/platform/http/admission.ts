import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Access, mayCall } from '../../../contract/access.ts'
import type { Context } from '../../context.ts'
import type { Overload } from '../traffic/overload.ts'
import { FloodGate } from '../traffic/rate-limit.ts'
import { tokenIn } from '../traffic/tokens.ts'
import type { Caller, Identify } from './caller.ts'
import { forbidden, invalid, Refusal, tooMany, unavailable } from './refusals.ts'

export class Admission {
  readonly #context: Context
  readonly #identify: Identify
  readonly #overload: Overload
  readonly #floodGate: FloodGate | undefined

  constructor(context: Context, identify: Identify, overload: Overload) {
    this.#context = context
    this.#identify = identify
    this.#overload = overload
    this.#floodGate = floodGateOf(context)
  }

  /** Waits only for what is not cached. */
  admit(request: FastifyRequest, access: Access): Promise<void> | undefined {
    const floodGate = this.#floodGate
    if (floodGate && !floodGate.isOpenTo(request.address)) throw tooMany(floodGate.secondsLeft)
    if (!this.#context.ready || this.#overload.isOverloaded) throw unavailable()
    requireHost(request.raw)
    const checking = this.#context.cache.check()
    if (checking) return checking.then(() => this.#identifyCaller(request, access))
    return this.#identifyCaller(request, access)
  }

  #identifyCaller(request: FastifyRequest, access: Access): Promise<void> | undefined {
    const token = tokenIn(request.headers)
    const cached = token === undefined ? this.#identify.cachedVisitor() : this.#identify.cachedMember(token)
    if (mayCall(access, cached)) {
      request.caller = cached
      return undefined
    }
    return this.#findCaller(token, access).then((caller) => {
      if (!mayCall(access, caller)) throw forbidden()
      request.caller = caller
    })
  }

  /** Where the community reads in public, a caller with an invalid token is a visitor like any other. */
  async #findCaller(token: string | undefined, access: Access): Promise<Caller> {
    const isForVisitors = mayCall(access, { role: 'visitor', mayRead: true })
    const visitor = isForVisitors ? await this.#identify.findVisitor() : undefined
    if (!visitor?.mayRead) return this.#identify.findMember(token)
    if (token === undefined) return visitor
    try {
      return await this.#identify.findMember(token)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return visitor
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
