import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'

export type RouteLabels = 'method' | 'route' | 'status'

const NONE = 'none'

type LoggedRequest = { method: string; route: string; arrived: number; id: string }

export class RequestLog {
  readonly newId = requestIds()
  readonly #logger: Logger
  readonly #times: Histogram<RouteLabels>

  constructor(logger: Logger, times: Histogram<RouteLabels>) {
    this.#logger = logger
    this.#times = times
  }

  completed({ method, routeOptions, arrived, id }: FastifyRequest, status: number): void {
    this.#record({ method, route: routeOptions.url ?? NONE, arrived, id }, status)
  }

  refused(id: string, method: string | undefined, status: number): void {
    this.#record({ method: method ?? NONE, route: NONE, arrived: performance.now(), id }, status)
  }

  #record({ method, route, arrived, id }: LoggedRequest, status: number): void {
    const ms = performance.now() - arrived
    this.#times.observe({ method, route, status }, ms / 1000)
    if (!this.#logger.isLevelEnabled('info')) return
    const details = { reqId: id, method, route, status, ms: Math.round(ms * 10) / 10 }
    this.#logger.info(details, 'request completed')
  }
}

/** Unique among processes, and cheaper than random bytes for every request. */
function requestIds(): (request?: IncomingMessage) => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return (request) => {
    const clientId = request?.headers['x-request-id']
    if (typeof clientId === 'string' && CLIENT_ID.test(clientId)) return clientId
    return `${process}-${(++count).toString(36)}`
  }
}

const CLIENT_ID = /^[\w.:-]{1,100}$/

declare module 'fastify' {
  interface FastifyRequest {
    arrived: number
  }
}
