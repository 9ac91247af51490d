import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Context } from './context.ts'
import { blockRoutes } from './features/accounts/blocks/routes.ts'
import { exportRoutes } from './features/accounts/export/routes.ts'
import { identifyBySession } from './features/accounts/identify.ts'
import { memberRoutes } from './features/accounts/members/routes.ts'
import { ownAccountRoutes } from './features/accounts/own-account/routes.ts'
import { peopleRoutes } from './features/accounts/people/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { hasEnded } from './features/accounts/sessions.ts'
import { eventRoutes } from './features/events/routes.ts'
import { bookmarkRoutes } from './features/feeds/bookmarks/routes.ts'
import { followRoutes } from './features/feeds/follows/routes.ts'
import { matchingRoutes } from './features/feeds/recommendations/routes.ts'
import { Renderer } from './features/markdown/renderer.ts'
import { writingRoutes } from './features/markdown/routes.ts'
import { failedJobRoutes } from './features/moderation/failed-jobs.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { notificationMailRoutes } from './features/notification-mail/routes.ts'
import { unsubscribeRoutes } from './features/notification-mail/unsubscribe.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { atomRoutes } from './features/pages/atom-routes.ts'
import { pageRoutes } from './features/pages/page-routes.ts'
import { isPage, pageServer } from './features/pages/pages.ts'
import { sitemapRoutes } from './features/pages/sitemap.ts'
import { PictureConverter } from './features/pictures/converter.ts'
import { servePictures } from './features/pictures/files.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { postRoutes } from './features/posts/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { indexSome } from './features/search/indexer.ts'
import { peopleSearch, searchRoutes } from './features/search/routes.ts'
import { openSearchPool } from './features/search/search-pool.ts'
import { queueCommentsInBackground } from './features/search-queue.ts'
import { invitationRoutes } from './features/sign-in/invitations/routes.ts'
import { signInRedirects } from './features/sign-in/provider/redirects.ts'
import { providerRoutes } from './features/sign-in/provider/routes.ts'
import { recoveryRoutes } from './features/sign-in/recovery/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { setupRoutes } from './features/sign-in/setup.ts'
import { siteRoutes } from './features/site/routes.ts'
import { identifyVisitors } from './features/site/site-settings.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { Admission } from './platform/http/admission.ts'
import { apiDocument } from './platform/http/api-document.ts'
import { handleErrors } from './platform/http/errors.ts'
import { freeSlots, holdBack, REQUESTS_IN_PROGRESS } from './platform/http/hold-back.ts'
import { acceptJsonOnly } from './platform/http/input.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import { limitRates } from './platform/http/rate-limit.ts'
import type { RequestLog } from './platform/http/request-log.ts'
import { serveCalls } from './platform/http/serve.ts'
import { createServer, requireHost } from './platform/http/server.ts'
import { Slots } from './platform/http/slots.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { KnownPaths, serveUnrouted } from './platform/http/unrouted.ts'

// Browsers load all pictures of a page at once.
const PICTURES_WAITING = 1_000

/** Not listening yet; `forOperators` adds the operators' endpoints. */
export async function buildApp(
  context: Context,
  logger: Logger,
  log: RequestLog,
  forOperators: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const app = createServer(context.settings, log)
  const paths = new KnownPaths(app)
  handleErrors(app, logger, (member) => hasEnded(context.db.kysely, member))
  acceptJsonOnly(app)
  const rateLimits = context.settings.rateLimit ? await limitRates(app) : undefined
  await refuseUnderPressure(app, context)
  app.addHook('onRequest', requireHost)
  freeSlots(app)

  const slots = new Slots()
  const identify = { ...identifyBySession(context), ...identifyVisitors(context) }
  const admission = new Admission(context, identify, slots)
  const serve = serveCalls(app, { admission, slots, rateLimits, log })
  const renderer = new Renderer(context.db.kysely)
  app.addHook('onClose', () => renderer.close())
  accountRoutes(serve, context)
  ownAccountRoutes(serve, context)
  exportRoutes(serve, context)
  signInRoutes(serve, context)
  context.jobs.onPoll(() => indexSome(context.db))
  queueCommentsInBackground(context)
  const { search, close: closeSearchPool } = openSearchPool(context.db)
  app.addHook('onClose', closeSearchPool)
  const searchPeople = peopleSearch(context, search)
  profileRoutes(serve, context, { renderer, searchPeople })
  peopleRoutes(serve, context)
  postRoutes(serve, context, renderer)
  bookmarkRoutes(serve, context)
  followRoutes(serve, context)
  tagRoutes(serve, context)
  searchRoutes(serve, context, { search, searchPeople })
  matchingRoutes(serve, context, search)
  const converter = new PictureConverter()
  app.addHook('onClose', () => converter.close())
  // After the posts: an account's pictures are deleted once nothing of it uses them.
  pictureRoutes(serve, context, converter)
  writingRoutes(serve, renderer)
  siteRoutes(serve, context)
  notificationRoutes(serve, context)
  notificationMailRoutes(serve, context)
  blockRoutes(serve, context)
  memberRoutes(serve, context)
  moderationRoutes(serve, context)
  failedJobRoutes(serve, context)
  setupRoutes(serve, context, logger)
  invitationRoutes(serve, context)
  recoveryRoutes(serve, context)
  providerRoutes(serve, context)
  const endStreams = eventRoutes(serve, context)
  app.addHook('preClose', async () => endStreams())

  app.register(async (others) => {
    const pages = pageServer(context, admission)
    const holdRequest = holdBack(slots, REQUESTS_IN_PROGRESS)
    serveUnrouted(others, paths, (path) => pages !== undefined && isPage(path))
    serveFiles(others)
    apiDocument(others)
    signInRedirects(others, context, logger)
    forOperators(others)
    others.register(async (scope) => {
      scope.addHook('onRequest', admission.hook('anyone'))
      scope.addHook('preHandler', holdBack(new Slots(PICTURES_WAITING), REQUESTS_IN_PROGRESS))
      servePictures(scope, context)
    })
    others.register(async (scope) => {
      scope.addHook('onRequest', admission.hook('anyone'))
      scope.addHook('preHandler', holdRequest)
      unsubscribeRoutes(scope, context)
      sitemapRoutes(scope, context)
      atomRoutes(scope, context)
    })
    if (pages) pageRoutes(others, pages, holdRequest)
  })
  return app
}
