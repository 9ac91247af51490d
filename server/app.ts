import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountRoutes } from './accounts/routes.ts'
import { apiDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { asRefusal, handleErrors, refuseUnreadable, sendRefusal } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { acceptJsonOnly, BODY_LIMIT } from './http/json-body.ts'
import { Metrics, metricsRoute } from './http/metrics.ts'
import { RequestLog, requestIds } from './http/request-log.ts'
import { API_HEADERS, HSTS, securityHeaders } from './http/security-headers.ts'
import { serveCalls } from './http/serve.ts'
import { serveFiles } from './http/static-files.ts'
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profiles/routes.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
// Of a connection with a request under way: who does not even take the answer is cut off.
const SILENCE_TIMEOUT = 25_000
// How often Node looks for sockets that are over these times.
const TIMEOUT_CHECK = 5_000

/** The whole application, not yet listening. */
export function buildApp(context: Context, logger: Logger): FastifyInstance {
  const metrics = new Metrics()
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new RequestLog(logger, metrics.times),
    bodyLimit: BODY_LIMIT,
    trustProxy: context.settings.trustProxy,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: SILENCE_TIMEOUT,
    http: { connectionsCheckingInterval: TIMEOUT_CHECK, headersTimeout: HEADERS_TIMEOUT },
    forceCloseConnections: 'idle',
    // What comes while the server stops is answered like any other request; see close-gently.ts.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    genReqId: requestIds(),
    // One line an answer needs no logger of its own; whoever logs names the request.
    childLoggerFactory: (parent) => parent,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, _request, reply) => sendRefusal(reply.headers(API_HEADERS), asRefusal(error)),
  })

  const pageHeaders = securityHeaders(context.settings.avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? API_HEADERS : pageHeaders)
    if (context.settings.trustProxy && request.protocol === 'https') {
      reply.header('strict-transport-security', HSTS)
    }
    if (request.headers['x-request-id']) reply.header('x-request-id', request.id)
    done()
  })

  handleErrors(app)
  acceptJsonOnly(app)

  const serve = serveCalls(app, context, metrics.times)
  accountRoutes(serve, context)
  profileRoutes(serve, context)
  postRoutes(serve, context)
  apiDocument(app, pageHeaders)
  healthRoutes(app, context)
  metrics.watch(context)
  metricsRoute(app, context, metrics)
  serveFiles(app)
  return app
}
