import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountRoutes } from './accounts/routes.ts'
import { apiDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { handleErrors, refuseUnreadable, refuseUnroutable } from './http/errors.ts'
import { requireHost } from './http/host.ts'
import { acceptJsonOnly, BODY_LIMIT } from './http/json-body.ts'
import { KnownPaths } from './http/known-paths.ts'
import { clientAddress } from './http/proxies.ts'
import { RequestLog } from './http/request-log.ts'
import { HSTS, securityHeaders } from './http/security-headers.ts'
import { serveCalls } from './http/serve.ts'
import { cutSilentReaders } from './http/silent-readers.ts'
import { serveFiles } from './http/static-files.ts'
import { postRoutes } from './posts/routes.ts'
import { healthRoutes } from './process/health.ts'
import { Metrics, metricsRoute } from './process/metrics.ts'
import { profileRoutes } from './profiles/routes.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
// How often Node looks for sockets that are over these times.
const TIMEOUT_CHECK = 5_000

const IS_CALL = /^\/api\/(?!docs)/

/** The whole application, not yet listening. */
export function buildApp(context: Context, logger: Logger): FastifyInstance {
  const metrics = new Metrics()
  const log = new RequestLog(logger, metrics.times)
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: context.settings.trustProxy,
    requestTimeout: REQUEST_TIMEOUT,
    http: {
      connectionsCheckingInterval: TIMEOUT_CHECK,
      headersTimeout: HEADERS_TIMEOUT,
      // See host.ts.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // What comes while the server stops is answered like any other request; see process/stop.ts.
    return503OnClosing: false,
    // Queries are read where they mean something; see query.ts.
    routerOptions: { maxParamLength: 500, querystringParser: (text) => ({ text }) },
    genReqId: log.newId,
    clientErrorHandler: refuseUnreadable(log),
    frameworkErrors: refuseUnroutable(log),
  })

  const paths = new KnownPaths(app)
  app.decorateRequest('address', {
    getter() {
      return clientAddress(this.raw, context.settings.trustProxy)
    },
  })
  app.decorateRequest('arrived', 0)
  app.decorateRequest('callLog', null)

  const pageHeaders = securityHeaders(context.settings.avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now()
    // Answers of the API bring their own, fewer ones.
    if (!IS_CALL.test(request.url)) reply.headers(pageHeaders)
    if (context.settings.trustProxy && request.protocol === 'https') {
      reply.header('strict-transport-security', HSTS)
    }
    if (request.headers['x-request-id']) reply.header('x-request-id', request.id)
    done()
  })

  // Node would answer any expectation but 100-continue with an empty 417; ignoring it is allowed (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  cutSilentReaders(app)
  handleErrors(app, logger)
  acceptJsonOnly(app)

  const serve = serveCalls(app, context, log)
  accountRoutes(serve, context)
  profileRoutes(serve, context)
  postRoutes(serve, context)

  metrics.watch(context)
  app.register(async (others) => {
    others.addHook('onRequest', async (request) => requireHost(request.raw))
    others.addHook('onResponse', async (request, reply) => {
      log
        .of(request.method, request.routeOptions.url ?? 'none')
        .answered(request.arrived, reply.statusCode, () => request.id)
    })
    apiDocument(others)
    healthRoutes(others, context)
    metricsRoute(others, context, metrics)
    serveFiles(others, paths)
  })
  return app
}
