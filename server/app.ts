import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from './context.ts'
import { blockRoutes } from './features/accounts/blocks/routes.ts'
import { identifyBySession } from './features/accounts/identify.ts'
import { memberRoutes } from './features/accounts/members/routes.ts'
import { peopleRoutes } from './features/accounts/people/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { hasEnded } from './features/accounts/sessions.ts'
import { eventRoutes } from './features/events/routes.ts'
import { bookmarkRoutes } from './features/feeds/bookmarks/routes.ts'
import { followRoutes } from './features/feeds/follows/routes.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { Renderer } from './features/markdown/renderer.ts'
import { rerenderOldTexts } from './features/markdown/rerender.ts'
import { writingRoutes } from './features/markdown/routes.ts'
import { operationRoutes } from './features/moderation/operation/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { notificationMailRoutes } from './features/notification-mail/routes.ts'
import { unsubscribeRoutes } from './features/notification-mail/unsubscribe.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { atomRoutes } from './features/pages/atom-routes.ts'
import { pageServer } from './features/pages/pages.ts'
import { sitemapRoutes } from './features/pages/sitemap.ts'
import { servePictures } from './features/pictures/files.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { postRoutes } from './features/posts/routes.ts'
import { exportRoutes } from './features/profiles/own-account/export/routes.ts'
import { ownAccountRoutes } from './features/profiles/own-account/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { indexSome } from './features/search/indexer.ts'
import { matchingRoutes } from './features/search/matching/routes.ts'
import { peopleSearch, searchRoutes } from './features/search/routes.ts'
import { openSearchPool } from './features/search/search-pool.ts'
import { queueCommentsInBackground } from './features/search-queue/search-queue.ts'
import { invitationRoutes } from './features/sign-in/invitations/routes.ts'
import { recoveryRoutes } from './features/sign-in/recovery/routes.ts'
import { signInRedirects } from './features/sign-in/redirects.ts'
import { registrationRoutes } from './features/sign-in/registration/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { setupRoutes } from './features/sign-in/setup/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { identifyVisitors } from './features/site/site-settings.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { limitRequests, requireHost } from './platform/http/admission.ts'
import { apiDocument } from './platform/http/api-document.ts'
import { handleErrors, refuseUnreadable, refuseUnroutable } from './platform/http/errors.ts'
import { ASSET_HEADERS, pageHeaders, requestHeaders } from './platform/http/headers.ts'
import { acceptJsonOnly, BODY_LIMIT } from './platform/http/input.ts'
import { KnownPaths } from './platform/http/known-paths.ts'
import type { RequestLog } from './platform/http/request-log.ts'
import { serveCalls } from './platform/http/serve.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { clientAddress } from './platform/traffic/proxies.ts'
import { disconnectSilentReaders } from './platform/traffic/silent-readers.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
const TIMEOUT_CHECK = 5_000

const IS_CALL = /^\/api\/(?!docs)/
const IS_ASSET = /^[^?]*\.(js|css|woff2)$/

/** Not listening yet; `forOperators` adds the operators' endpoints. */
export function buildApp(
  context: Context,
  logger: Logger,
  log: RequestLog,
  forOperators: (app: FastifyInstance) => void,
): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: {
      connectionsCheckingInterval: TIMEOUT_CHECK,
      headersTimeout: HEADERS_TIMEOUT,
      // Node would refuse with an empty body; admission.ts checks the header instead.
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

  const paths = new KnownPaths(app)
  app.decorateRequest('address', {
    getter() {
      return clientAddress(this.raw, context.settings.trustProxy)
    },
  })
  app.decorateRequest('arrived', 0)

  const headersOfPages = pageHeaders(context.settings.avatarUrl)
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now()
    // API responses set their own, shorter list of headers.
    if (!IS_CALL.test(request.url)) {
      reply.headers(IS_ASSET.test(request.url) ? ASSET_HEADERS : headersOfPages)
    }
    for (const [name, value] of requestHeaders(request.raw, context.settings.trustProxy, () => request.id)) {
      reply.header(name, value)
    }
    done()
  })

  app.addHook('onSend', (request, reply, _payload, done) => {
    log.completed(request, reply.statusCode)
    done()
  })

  // Node responds with an empty 417 to any expectation but 100-continue; ignoring it is allowed (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const exemptFromDisconnecting = disconnectSilentReaders(app)
  handleErrors(app, logger, (member) => hasEnded(context.db.kysely, member))
  acceptJsonOnly(app)

  const serve = serveCalls(app, context, log, {
    ...identifyBySession(context),
    ...identifyVisitors(context),
  })
  const renderer = new Renderer(context.db.kysely)
  rerenderOldTexts(context, renderer)
  app.addHook('onClose', () => renderer.close())
  accountRoutes(serve, context)
  ownAccountRoutes(serve, context)
  exportRoutes(serve, context)
  registrationRoutes(serve, context)
  context.jobs.onPoll(() => indexSome(context.db))
  queueCommentsInBackground(context)
  const { search, close: closeSearchPool } = openSearchPool(context.db)
  app.addHook('onClose', closeSearchPool)
  const searchPeople = peopleSearch(context, search)
  profileRoutes(serve, context, { renderer, searchPeople })
  peopleRoutes(serve, context)
  feedRoutes(serve, context)
  postRoutes(serve, context, renderer)
  bookmarkRoutes(serve, context)
  followRoutes(serve, context)
  tagRoutes(serve, context)
  searchRoutes(serve, context, { search, searchPeople })
  matchingRoutes(serve, context)
  // After the posts: an account's pictures are deleted once nothing of it uses them.
  pictureRoutes(serve, context)
  writingRoutes(serve, context, renderer)
  siteRoutes(serve, context)
  notificationRoutes(serve, context)
  notificationMailRoutes(serve, context)
  blockRoutes(serve, context)
  memberRoutes(serve, context)
  moderationRoutes(serve, context)
  operationRoutes(serve, context)
  setupRoutes(serve, context, logger)
  invitationRoutes(serve, context)
  recoveryRoutes(serve, context)
  signInRoutes(serve, context)
  const endStreams = eventRoutes(serve, context, exemptFromDisconnecting)
  app.addHook('preClose', async () => endStreams())

  app.register(async (others) => {
    others.addHook('onRequest', async (request) => requireHost(request.raw))
    apiDocument(others)
    signInRedirects(others, context, logger)
    forOperators(others)
    servePictures(others, context, limitRequests(context))
    const limit = limitRequests(context)
    unsubscribeRoutes(others, context, limit)
    sitemapRoutes(others, context, limit)
    atomRoutes(others, context, limit)
    serveFiles(others, paths, pageServer(context, limit))
  })
  return app
}
