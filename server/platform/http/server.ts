import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import type { Settings } from '../process/settings.ts'
import { cameByHttps, clientAddress, type Trust } from './client-address.ts'
import { refuseUnreadable, refuseUnroutable } from './errors.ts'
import { ASSET_HEADERS, pageHeaders } from './headers.ts'
import { BODY_LIMIT } from './input.ts'
import { invalid } from './refusals.ts'
import type { RequestLog } from './request-log.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
/** For clients that read nothing; a stream of events is written to every 25 seconds. */
const SILENCE_TIMEOUT = 60_000
const TIMEOUT_CHECK = 5_000

const IS_CALL = /^\/api\/(?!docs)/
const IS_ASSET = /^[^?]*\.(js|css|woff2)$/

/** A server without routes. It logs every response, and sets the headers that do not depend on the route. */
export function createServer({ trustProxy, avatarUrl }: Settings, log: RequestLog): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: SILENCE_TIMEOUT,
    http: {
      connectionsCheckingInterval: TIMEOUT_CHECK,
      headersTimeout: HEADERS_TIMEOUT,
      // Node would refuse with an empty body; see requireHost.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests that arrive while the server stops are still served; see process/stop.ts.
    return503OnClosing: false,
    // Query strings are parsed by the calls that have parameters; see input.ts.
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: (text) => ({ text }),
    },
    genReqId: log.newId,
    clientErrorHandler: refuseUnreadable(log),
    frameworkErrors: refuseUnroutable(log),
  })
  // Node responds with an empty 417 to any expectation but 100-continue; ignoring it is allowed (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  servePipelinedInTurn(app)
  app.decorateRequest('arrived', 0)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('address', {
    getter() {
      return clientAddress(this.raw, trustProxy)
    },
  })

  const headersOfPages = pageHeaders(avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now()
    // API responses set their own, shorter list of headers.
    if (!IS_CALL.test(request.url)) {
      reply.headers(IS_ASSET.test(request.url) ? ASSET_HEADERS : headersOfPages)
    }
    for (const [name, value] of requestHeaders(request.raw, trustProxy, () => request.id)) {
      reply.header(name, value)
    }
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    log.completed(request, reply.statusCode)
    done()
  })
  return app
}

/** Required by RFC 9112. Node could check it, but would send an empty response. */
export const requireHost: onRequestHookHandler = ({ raw: { httpVersion, headers } }, _reply, done) => {
  if (httpVersion === '1.1' && headers.host === undefined)
    throw invalid({ msg: 'The Host header is missing' })
  done()
}

// No client sends more than a few requests before it has read the first response.
const MAX_PIPELINED = 100

/** Serves the requests of a connection in turn: responses that the client does not read would fill the memory. */
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

function requestHeaders(
  request: IncomingMessage,
  trust: false | Trust,
  id: () => string,
): [name: string, value: string][] {
  const headers: [string, string][] = []
  if (request.headers['x-request-id']) headers.push(['x-request-id', id()])
  if (cameByHttps(request, trust)) headers.push(['strict-transport-security', HSTS])
  return headers
}

const HSTS = 'max-age=31536000; includeSubDomains'
