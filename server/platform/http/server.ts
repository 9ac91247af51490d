import type { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import type { Context } from '../../context.ts'
import type { Settings } from '../process/settings.ts'
import { cameByHttps, clientAddress } from './client-address.ts'
import { refuseUnreadable, refuseUnroutable } from './errors.ts'
import { ASSET_HEADERS, pageHeaders } from './headers.ts'
import { BODY_LIMIT } from './input.ts'
import { invalid, unavailable } from './refusals.ts'
import type { RequestLog } from './request-log.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
const SILENCE_TIMEOUT = 60_000
const TIMEOUT_CHECK = 5_000
const HSTS = 'max-age=31536000; includeSubDomains'

const IS_CALL = /^\/api\/(?!docs)/
const IS_ASSET = /^[^?]*\.(js|css|woff2)$/

export function createServer({ trustProxy, avatarUrl }: Settings, log: RequestLog): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: SILENCE_TIMEOUT,
    http: {
      connectionsCheckingInterval: TIMEOUT_CHECK,
      headersTimeout: HEADERS_TIMEOUT,
      // Node would refuse without a body; see requireHost.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: (text) => ({ text }),
    },
    genReqId: log.newId,
    clientErrorHandler: refuseUnreadable(log),
    frameworkErrors: refuseUnroutable(log),
  })
  // Node refuses any expectation but 100-continue with an empty 417; ignoring it is allowed (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  servePipelinedInTurn(app)
  app.decorateRequest('arrived', 0)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('address', {
    getter() {
      return clientAddress(this.raw, trustProxy)
    },
  })

  const documentHeaders = pageHeaders(avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now()
    if (!IS_CALL.test(request.url)) {
      reply.headers(IS_ASSET.test(request.url) ? ASSET_HEADERS : documentHeaders)
    }
    if (request.headers['x-request-id']) reply.header('x-request-id', request.id)
    if (cameByHttps(request.raw, trustProxy)) reply.header('strict-transport-security', HSTS)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    log.completed(request, reply.statusCode)
    done()
  })
  return app
}

export const requireHost: onRequestHookHandler = ({ raw: { httpVersion, headers } }, _reply, done) => {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalid({ msg: 'The Host header is missing' })
  done()
}

/** Tests raise the delay, because their machine may stall. */
export const PRESSURE = { maxDelay: 250 }
const MAX_QUERIES_WAITING = 500
const PRESSURE_CHECK = 250

export async function refuseUnderPressure(app: FastifyInstance, { db, settings }: Context): Promise<void> {
  await app.register(underPressure, {
    // A load test keeps the machine busier than this on purpose.
    maxEventLoopDelay: settings.rateLimit ? PRESSURE.maxDelay : 0,
    healthCheck: async () => db.load().waiting < MAX_QUERIES_WAITING,
    healthCheckInterval: PRESSURE_CHECK,
    pressureHandler({ routeOptions }, _reply, type) {
      if (routeOptions.config.alwaysServed) return
      const busy = type === underPressure.TYPE_HEALTH_CHECK ? 'database' : 'server'
      throw unavailable(`The ${busy} is busy, please try again`)
    },
  })
}

const MAX_PIPELINED = 100

/** Serves pipelined requests in turn: responses that the client does not read would fill the memory. */
function servePipelinedInTurn(app: FastifyInstance): void {
  const pipelined = new WeakMap<Socket, (() => void)[]>()

  app.addHook('onRequest', ({ socket }, reply, done) => {
    const waiting = pipelined.get(socket)
    const start = () => {
      reply.raw.once('close', () => startNext(socket))
      done()
    }
    if (!waiting) {
      pipelined.set(socket, [])
      start()
    } else if (waiting.push(start) > MAX_PIPELINED) socket.destroy()
  })

  const startNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : pipelined.get(socket)?.shift()
    if (next) setImmediate(next)
    else pipelined.delete(socket)
  }
}
