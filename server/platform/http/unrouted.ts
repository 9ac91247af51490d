import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { sendRefusal } from './errors.ts'
import { notFound, wrongMethod } from './refusals.ts'
import { READING } from './send-response.ts'

export class RoutePaths {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => this.#add(route))
  }

  methodsOf(path: string): string[] {
    const matching = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))]
  }

  #add({ url, method }: RouteOptions): void {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    const methods = this.#paths.get(url)?.methods ?? new Set()
    this.#paths.set(url, { pattern, methods: methods.union(new Set([method].flat())) })
  }
}

export function serveUnrouted(
  app: FastifyInstance,
  paths: RoutePaths,
  isPage: (path: string) => boolean,
): void {
  const respond = (request: FastifyRequest, reply: FastifyReply): void => {
    const { method } = request
    const path = pathOf(request)
    const methods = isPage(path) ? READING : paths.methodsOf(path)
    if (methods.length === 0 || methods.includes(method))
      return void sendRefusal(reply, notFound('Not found'))
    const allowed = [...methods, 'OPTIONS'].sort().join(', ')
    if (method === 'OPTIONS') reply.code(204).header('allow', allowed).send()
    else sendRefusal(reply, wrongMethod(allowed))
  }
  app.register(async (scope) => {
    scope.setNotFoundHandler(respond)
    scope.addHook('onRequest', respond)
  })
}

export const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''
