import { randomUUID } from 'node:crypto'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import type { CachedResponse } from '../../platform/cache/cached-response.ts'
import { readSiteSettings, siteFacilities } from '../site/site-settings.ts'
import { topicOf } from '../topics.ts'

// As long as the longest origin, so that no page grows beyond its limit.
const PLACEHOLDER = `https://${randomUUID()}.`.padEnd('https://'.length + 253 + ':65535'.length, 'x')

type Render = (
  key: string,
  origin: string,
  site: ServedSite,
) => Promise<{ content: string; topics: string[] } | undefined>

export function cachedPages(context: Context, kind: string, headers: Record<string, string>, render: Render) {
  const { cache, settings } = context
  const facilities = siteFacilities(settings)
  const placeholder = settings.publicUrl ?? PLACEHOLDER

  const loadTemplate = (key: string) =>
    cache.load(`template ${kind} ${key}`, async () => {
      const rendered = await render(key, placeholder, { ...(await readSiteSettings(context)), ...facilities })
      if (!rendered) return undefined
      const topics = [...rendered.topics, topicOf.site()]
      return { value: { content: rendered.content, topics }, topics }
    })

  return (key: string, origin: string): Promise<CachedResponse | undefined> =>
    cache.response(`${kind} ${key} ${origin}`, async () => {
      const template = await loadTemplate(key)
      if (!template) return undefined
      const body = template.content.replaceAll(placeholder, () => origin)
      return { body, headers, topics: template.topics }
    })
}
