import { randomUUID } from 'node:crypto'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { Collection } from '../../platform/cache/collection.ts'
import { HttpResponse, unpooledCopy } from '../../platform/cache/http-response.ts'
import { siteFacilities, siteSettingsReader } from '../site/site-settings.ts'

/** Contains absolute addresses. */
export class OriginResponse extends HttpResponse {
  readonly origin: string

  constructor(content: string, origin: string, headers: Record<string, string>) {
    super(content, undefined, headers)
    this.origin = origin
  }
}

// As long as the longest origin, so that a page is never larger than it was when its size was limited.
const PLACEHOLDER = `https://${randomUUID()}.`.padEnd('https://'.length + 253 + ':65535'.length, 'x')

type Render = (
  key: string,
  origin: string,
  site: ServedSite,
) => Promise<{ content: string; topics: string[] } | undefined>

/** Loads a page once for all hosts, and fills in the origin afterwards. */
export function cachedResponses(context: Context, headers: Record<string, string>, render: Render) {
  const { cache, settings } = context
  const readSiteSettings = siteSettingsReader(context)
  const facilities = siteFacilities(settings)
  const templates = new Collection<Buffer>(cache.entries)
  const responses = new Collection<OriginResponse>(cache.entries)
  const placeholder = settings.publicUrl ?? PLACEHOLDER

  const makeTemplate = async (key: string) => {
    const rendered = await render(key, placeholder, { ...(await readSiteSettings()), ...facilities })
    if (!rendered) return undefined
    const value = unpooledCopy(rendered.content)
    return { value, bytes: value.length, topics: [...rendered.topics, topicOf.site()] }
  }

  return async (key: string, origin: string): Promise<OriginResponse | undefined> => {
    const template = await templates.load(key, () => makeTemplate(key))
    if (!template) return undefined
    const latest = responses.get(key)?.value
    if (latest?.origin === origin) return latest
    const content = template.value.toString().replaceAll(placeholder, () => origin)
    const value = new OriginResponse(content, origin, headers)
    // One response per key, so that invented hosts cannot fill the cache.
    const made = { value, bytes: value.size, topics: [], parts: [template] }
    return responses.store(key, made, cache.entries.version).value
  }
}
