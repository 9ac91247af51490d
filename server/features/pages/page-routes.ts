import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { PAGE_HEADS } from '../../../contract/pages/heads.ts'
import { READING } from '../../platform/http/send-response.ts'
import { pathOf } from '../../platform/http/unrouted.ts'
import { isPage, type PageServer } from './pages.ts'

export function pageRoutes(
  app: FastifyInstance,
  pages: PageServer,
  holdRequest: preHandlerHookHandler,
): void {
  app.register(async (scope) => {
    scope.addHook('preHandler', holdRequest)
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
}
