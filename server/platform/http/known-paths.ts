import type { FastifyInstance, RouteOptions } from 'fastify'

/** Which methods each path accepts, to distinguish a wrong method from an unknown path. */
export class KnownPaths {
  readonly #methods = new Map<string, Set<string>>()
  readonly #patterns = new Map<string, RegExp>()

  /** Records every route that is added from now on. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => this.#add(route))
  }

  /** Empty if no route has the path. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>()
    for (const [url, pattern] of this.#patterns) {
      if (pattern.test(path)) for (const method of this.#methods.get(url) ?? []) methods.add(method)
    }
    return [...methods]
  }

  #add({ url, method }: RouteOptions): void {
    // Files are looked up by their name; see static-files.ts.
    if (url.includes('*')) return
    const methods = this.#methods.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    this.#methods.set(url, methods)
    this.#patterns.set(url, new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`))
  }
}
