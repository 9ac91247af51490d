import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountRoutes } from './accounts/routes.ts'
import { apiDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { handleErrors } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { acceptJsonOnly, BODY_LIMIT } from './http/json-body.ts'
import { RequestLog, requestIds } from './http/request-log.ts'
import { API_HEADERS, HSTS, securityHeaders } from './http/security-headers.ts'
import { serveCalls } from './http/serve.ts'
import { serveFiles } from './http/static-files.ts'
import { postRoutes } from './posts/routes.ts'
import { profileRoutes } from './profiles/routes.ts'

/** The whole application, not yet listening. */
export function buildApp(context: Context, logger: Logger): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    trustProxy: context.settings.trustProxy,
    requestTimeout: 20_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    genReqId: requestIds(),
    // One line an answer needs no logger of its own; whoever logs names the request.
    childLoggerFactory: (parent) => parent,
  })
  app.server.headersTimeout = 10_000

  const pageHeaders = securityHeaders(context.settings.avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.call ? API_HEADERS : pageHeaders)
    if (context.settings.trustProxy && request.protocol === 'https') {
      reply.header('strict-transport-security', HSTS)
    }
    done()
  })

  handleErrors(app)
  acceptJsonOnly(app)

  const serve = serveCalls(app, context)
  accountRoutes(serve, context)
  profileRoutes(serve, context)
  postRoutes(serve, context)
  healthRoutes(app, context)
  apiDocument(app)
  serveFiles(app)
  return app
}
