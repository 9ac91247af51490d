import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import type { EntryData } from '../../platform/cache/cache.ts'
import { Collection } from '../../platform/cache/collection.ts'
import type { HtmlPage } from './html-page.ts'

type Make = (id: string, origin: string, site: ServedSite) => Promise<EntryData<HtmlPage> | undefined>

/** Pages by an id, cached until one of their topics changes; undefined for what does not exist. */
export function cachedPages({ cache }: Context, make: Make) {
  const pages = new Collection<HtmlPage>(cache)

  return async (id: string, origin: string, site: ServedSite): Promise<HtmlPage | undefined> => {
    const entry = await pages.load(id, () => make(id, origin, site))
    if (!entry || entry.value.origin === origin) return entry?.value
    // One place for each id, whatever hosts are invented: the cache cannot be filled with them.
    const since = cache.version
    const made = await make(id, origin, site)
    return made && pages.store(id, made, since).value
  }
}
