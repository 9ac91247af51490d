import type { FastifyInstance, RouteOptions } from 'fastify'

/** Distinguishes a wrong method from an unknown path. */
export class KnownPaths {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => this.#add(route))
  }

  methodsOf(path: string): string[] {
    const found = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))]
  }

  #add({ url, method }: RouteOptions): void {
    // Files are looked up by their name; see static-files.ts.
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    const methods = this.#paths.get(url)?.methods ?? new Set()
    this.#paths.set(url, { pattern, methods: methods.union(new Set([method].flat())) })
  }
}
