import type { FastifyInstance } from 'fastify'
import type { App, Context } from './context.ts'
import { identifyBySession } from './features/accounts/identify.ts'
import { addAccounts } from './features/accounts/routes.ts'
import { hasEnded } from './features/accounts/sessions.ts'
import { addEvents } from './features/events/routes.ts'
import { addFeeds } from './features/feeds/routes.ts'
import { addMarkdown } from './features/markdown/routes.ts'
import { addModeration } from './features/moderation/routes.ts'
import { addNotificationMail } from './features/notification-mail/routes.ts'
import { addNotifications } from './features/notifications/routes.ts'
import { addPages } from './features/pages/routes.ts'
import { addPictures } from './features/pictures/routes.ts'
import { addPosts } from './features/posts/routes.ts'
import { addProfiles } from './features/profiles/routes.ts'
import { addSearch } from './features/search/routes.ts'
import { addSignIn } from './features/sign-in/routes.ts'
import { addSite } from './features/site/routes.ts'
import { identifyVisitors, requiresConfirmation } from './features/site/site-settings.ts'
import { addTags } from './features/tags/routes.ts'
import { Admission } from './platform/http/admission.ts'
import { apiDocument } from './platform/http/api-document.ts'
import { handleErrors } from './platform/http/errors.ts'
import { acceptJsonOnly } from './platform/http/input.ts'
import { limitRates } from './platform/http/rate-limit.ts'
import type { RequestLog } from './platform/http/request-log.ts'
import { serveCalls } from './platform/http/serve.ts'
import { createServer, refuseUnderPressure, requireHost } from './platform/http/server.ts'
import { freeSlots, Slots } from './platform/http/slots.ts'
import { serveFiles } from './platform/http/static-files.ts'
import { RoutePaths, serveUnrouted } from './platform/http/unrouted.ts'

export async function buildApp(
  context: Context,
  log: RequestLog,
  forOperators: (server: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const server = createServer(context.settings, log)
  const paths = new RoutePaths(server)
  handleErrors(server, context.logger, (member) => hasEnded(context.db.kysely, member))
  acceptJsonOnly(server)
  const rateLimits = context.settings.rateLimit ? await limitRates(server) : undefined
  await refuseUnderPressure(server, context)
  server.addHook('onRequest', requireHost)
  freeSlots(server)

  const slots = new Slots()
  const identify = { ...identifyBySession(context, requiresConfirmation), ...identifyVisitors(context) }
  const admission = new Admission(context, identify, slots)
  const serve = serveCalls(server, { admission, slots, rateLimits, log })
  const app: App = { context, server, serve, admission, slots }

  const renderer = addMarkdown(app)
  const search = addSearch(app)
  addAccounts(app)
  addSignIn(app)
  addProfiles(app, renderer)
  addPosts(app, renderer)
  addFeeds(app, search)
  addTags(app)
  // After the posts: an account's pictures are deleted once nothing of it uses them.
  addPictures(app)
  addSite(app, renderer)
  addNotifications(app)
  addNotificationMail(app)
  addModeration(app)
  addEvents(app)
  const isPage = addPages(app, renderer)

  apiDocument(server)
  forOperators(server)
  serveFiles(server)
  serveUnrouted(server, paths, isPage)
  return server
}
