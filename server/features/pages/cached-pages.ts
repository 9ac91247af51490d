import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import type { EntryData } from '../../platform/cache/cache.ts'
import { Collection } from '../../platform/cache/collection.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'

// app.ts sets the headers of all pages.
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** A page with its head, whose addresses begin with this origin. */
export class HtmlPage extends HttpResponse {
  readonly origin: string

  constructor(html: string, origin: string) {
    super(html, undefined, HTML)
    this.origin = origin
  }
}

type Make = (id: string, origin: string, site: ServedSite) => Promise<EntryData<HtmlPage> | undefined>

/** Pages by an id, cached until one of their topics changes; undefined for what does not exist. */
export function cachedPages({ cache }: Context, make: Make) {
  const pages = new Collection<HtmlPage>(cache)

  return async (id: string, origin: string, site: ServedSite): Promise<HtmlPage | undefined> => {
    const entry = await pages.load(id, () => make(id, origin, site))
    if (!entry || entry.value.origin === origin) return entry?.value
    // One page per id, so that invented hosts cannot fill the cache.
    const since = cache.version
    const made = await make(id, origin, site)
    return made && pages.store(id, made, since).value
  }
}
