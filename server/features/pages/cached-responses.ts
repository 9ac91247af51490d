import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { Collection } from '../../platform/cache/collection.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'

/** Contains absolute addresses and texts of the site, so it is only for these. */
export class OriginResponse extends HttpResponse {
  readonly #origin: string
  readonly #site: unknown

  constructor(content: string, origin: string, site: unknown, headers: Record<string, string>) {
    super(content, undefined, headers)
    this.#origin = origin
    this.#site = site
  }

  isFor(origin: string, site: unknown): boolean {
    return this.#origin === origin && this.#site === site
  }
}

type Render<Site> = (
  key: string,
  origin: string,
  site: Site,
) => Promise<{ content: string; topics: string[] } | undefined>

export function cachedResponses<Site>(
  { cache }: Context,
  headers: Record<string, string>,
  render: Render<Site>,
) {
  const responses = new Collection<OriginResponse>(cache)

  const make = async (key: string, origin: string, site: Site) => {
    const rendered = await render(key, origin, site)
    if (!rendered) return undefined
    const value = new OriginResponse(rendered.content, origin, site, headers)
    return { value, bytes: value.size, topics: [...rendered.topics, topicOf.site()] }
  }

  return async (key: string, origin: string, site: Site): Promise<OriginResponse | undefined> => {
    const entry = await responses.load(key, () => make(key, origin, site))
    if (!entry || entry.value.isFor(origin, site)) return entry?.value
    // One response per key, so that invented hosts cannot fill the cache.
    const since = cache.version
    const made = await make(key, origin, site)
    return made && responses.store(key, made, since).value
  }
}
