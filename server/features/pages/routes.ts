import { PAGE_HEADS } from '../../../contract/pages/heads.ts'
import type { App } from '../../context.ts'
import { READING } from '../../platform/http/send-response.ts'
import { holdBack, REQUESTS_IN_PROGRESS } from '../../platform/http/slots.ts'
import { pathOf } from '../../platform/http/unrouted.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { atomRoutes } from './atom-routes.ts'
import { isPage, pageServer } from './pages.ts'
import { sitemapRoutes } from './sitemap.ts'

/** Returns whether a path is that of a page. There are none before the page is built. */
export function addPages(
  { server, admission, slots, context }: App,
  renderer: Renderer,
): (path: string) => boolean {
  admission.addOpenRoutes(server, (scope) => {
    sitemapRoutes(scope, context)
    atomRoutes(scope, context)
  })
  const pages = pageServer(context, admission, renderer)
  if (!pages) return () => false
  server.register(async (scope) => {
    scope.addHook('preHandler', holdBack(slots, REQUESTS_IN_PROGRESS))
    scope.setErrorHandler(pages.sendFailure)
    for (const url of Object.keys(PAGE_HEADS)) scope.route({ method: READING, url, handler: pages.send })
    scope.route({
      method: READING,
      url: '/*',
      async handler(request, reply) {
        if (isPage(pathOf(request))) await pages.send(request, reply)
        else reply.callNotFound()
      },
    })
  })
  return isPage
}
