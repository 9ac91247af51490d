import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { identifyBySession } from './accounts/identify.ts'
import { accountRoutes } from './accounts/routes.ts'
import { hasEnded } from './accounts/sessions.ts'
import { apiDocument } from './api-document.ts'
import { mapAwaitable } from './awaitable.ts'
import { blockRoutes } from './blocks/routes.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import type { Context } from './context.ts'
import { eventRoutes } from './events/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { admission } from './http/admission.ts'
import { handleErrors, refuseUnreadable, refuseUnroutable } from './http/errors.ts'
import { requireHost } from './http/host.ts'
import { acceptJsonOnly, BODY_LIMIT } from './http/json-body.ts'
import { KnownPaths } from './http/known-paths.ts'
import { requestHeaders } from './http/request-headers.ts'
import type { RequestLog } from './http/request-log.ts'
import { ASSET_HEADERS, securityHeaders } from './http/security-headers.ts'
import { serveCalls } from './http/serve.ts'
import { serveFiles } from './http/static-files.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { matchingRoutes } from './matching/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { notificationMailRoutes } from './notification-mail/routes.ts'
import { unsubscribeRoutes } from './notification-mail/unsubscribe.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { ownAccountRoutes } from './own-account/routes.ts'
import { pageServer } from './pages/pages.ts'
import { sitemapRoutes } from './pages/sitemap.ts'
import { peopleRoutes } from './people/routes.ts'
import { servePictures } from './pictures/files.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { postDocuments } from './posts/documents.ts'
import { postRecipients } from './posts/recipients.ts'
import { postRoutes } from './posts/routes.ts'
import { profileDocuments } from './profiles/documents.ts'
import { profileRoutes } from './profiles/routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { renderInBackground } from './rerender/rerender.ts'
import { indexEverything } from './search/full-index.ts'
import { Indexer } from './search/indexer.ts'
import { peopleSearch } from './search/people.ts'
import { searchRoutes } from './search/routes.ts'
import { openSearches } from './search/search-pool.ts'
import { setupRoutes } from './setup/routes.ts'
import { signInRedirects } from './sign-in/redirects.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { siteSettingsReader } from './site/site-settings.ts'
import { visitorFinder } from './site/visitors.ts'
import { tagRoutes } from './tags/routes.ts'
import { clientAddress } from './traffic/proxies.ts'
import { cutSilentReaders } from './traffic/silent-readers.ts'
import { Renderer } from './writing/renderer.ts'
import { writingRoutes } from './writing/routes.ts'

const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 20_000
// How often Node checks sockets for these timeouts.
const TIMEOUT_CHECK = 5_000

const IS_CALL = /^\/api\/(?!docs)/
const IS_ASSET = /^[^?]*\.(js|css|woff2)$/

/** The whole application, not yet listening; `forOperators` adds the operators' endpoints. */
export function buildApp(
  context: Context,
  logger: Logger,
  log: RequestLog,
  forOperators: (app: FastifyInstance) => void,
): FastifyInstance {
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
    // Requests that arrive while the server stops are still served; see process/stop.ts.
    return503OnClosing: false,
    // Query strings are parsed by the calls that have parameters; see query.ts.
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
    // API responses set their own, shorter list of headers.
    if (!IS_CALL.test(request.url)) {
      reply.headers(IS_ASSET.test(request.url) ? ASSET_HEADERS : pageHeaders)
    }
    for (const [name, value] of requestHeaders(request.raw, context.settings.trustProxy, () => request.id)) {
      reply.header(name, value)
    }
    done()
  })

  // Node responds with an empty 417 to any expectation but 100-continue; ignoring it is allowed (RFC 9110).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const exemptFromCutting = cutSilentReaders(app)
  handleErrors(app, logger, (member) => hasEnded(context.db.kysely, member))
  acceptJsonOnly(app)

  const visitor = visitorFinder(context, siteSettingsReader(context))
  const serve = serveCalls(app, context, log, {
    ...identifyBySession(context),
    visitor: (request) => mapAwaitable(context.answers.watch.checkFor(request), visitor),
  })
  const renderer = new Renderer(context.db.kysely)
  renderInBackground(context, renderer, postRecipients(context).ofLateText)
  app.addHook('onClose', () => renderer.close())
  accountRoutes(serve, context)
  ownAccountRoutes(serve, context)
  registrationRoutes(serve, context)
  const profiles = profileDocuments(context.db, context.answers, context.settings)
  const indexer = new Indexer(context.db)
  indexEverything(context, indexer)
  const { searches, close: closeSearches } = openSearches(context.db)
  app.addHook('onClose', closeSearches)
  const searchPeople = peopleSearch(searches, profiles, indexer)
  profileRoutes(serve, context, { renderer, profiles, searchPeople })
  peopleRoutes(serve, context)
  const posts = postDocuments(context)
  feedRoutes(serve, context, posts)
  postRoutes(serve, context, renderer, posts)
  bookmarkRoutes(serve, context, posts)
  followRoutes(serve, context)
  tagRoutes(serve, context)
  searchRoutes(serve, context, { indexer, searches, searchPeople, inFeed: posts.inFeed })
  matchingRoutes(serve, context, posts)
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
  const endStreams = eventRoutes(serve, context, exemptFromCutting)
  app.addHook('preClose', async () => endStreams())

  app.register(async (others) => {
    others.addHook('onRequest', async (request) => requireHost(request.raw))
    others.addHook('onResponse', async (request, reply) => {
      log
        .of(request.method, request.routeOptions.url ?? 'none')
        .answered(request.arrived, reply.statusCode, () => request.id)
    })
    apiDocument(others)
    signInRedirects(others, context, logger)
    forOperators(others)
    servePictures(others, context, admission(context))
    const admit = admission(context)
    unsubscribeRoutes(others, context, admit)
    sitemapRoutes(others, context, admit)
    serveFiles(others, paths, pageServer(context, admit))
  })
  return app
}
