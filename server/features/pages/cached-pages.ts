import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { Collection } from '../../platform/cache/collection.ts'
import { HttpResponse } from '../../platform/cache/http-response.ts'
import { type PageHead, renderHead } from './render-head.ts'
import type { Shell } from './shell.ts'

// app.ts sets the headers of all pages.
const HTML = { 'content-type': 'text/html; charset=utf-8' }

export class HtmlPage extends HttpResponse {
  readonly origin: string

  constructor(html: string, origin: string) {
    super(html, undefined, HTML)
    this.origin = origin
  }
}

type FindHead = (
  id: string,
  origin: string,
  site: ServedSite,
) => Promise<{ head: PageHead; topics: string[] } | undefined>

export function cachedPages({ cache }: Context, shell: Shell, findHead: FindHead) {
  const pages = new Collection<HtmlPage>(cache)

  const make = async (id: string, origin: string, site: ServedSite) => {
    const found = await findHead(id, origin, site)
    if (!found) return undefined
    const value = new HtmlPage(shell.withHead(renderHead(found.head, site)), origin)
    return { value, bytes: value.size, topics: [...found.topics, topicOf.site()] }
  }

  return async (id: string, origin: string, site: ServedSite): Promise<HtmlPage | undefined> => {
    const entry = await pages.load(id, () => make(id, origin, site))
    if (!entry || entry.value.origin === origin) return entry?.value
    // One page per id, so that invented hosts cannot fill the cache.
    const since = cache.version
    const made = await make(id, origin, site)
    return made && pages.store(id, made, since).value
  }
}
