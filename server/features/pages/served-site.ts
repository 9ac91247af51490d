import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SITE } from '../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { asRefusal } from '../../platform/http/errors.ts'
import { readSiteSettings, type SiteSettings, siteFacilities } from '../site/site-settings.ts'

const MAX_WAIT = 1_000

export function servedSiteReader(context: Context): () => Promise<ServedSite> {
  const { settings, cache } = context
  const facilities = siteFacilities(settings)
  let lastSite: SiteSettings = DEFAULT_SITE
  let served: ServedSite = { ...lastSite, ...facilities }

  const readCurrent = async (): Promise<SiteSettings> => {
    await cache.check()
    return readSiteSettings(context)
  }

  const readOrLast = async (): Promise<SiteSettings> => {
    if (!context.ready) return lastSite
    const timeout = new AbortController()
    const waited = sleep(MAX_WAIT, lastSite, { signal: timeout.signal, ref: false })
    waited.catch(() => {})
    try {
      return await Promise.race([readCurrent(), waited])
    } catch (error) {
      if (asRefusal(error).retryAfter === undefined) throw error
      return lastSite
    } finally {
      timeout.abort()
    }
  }

  return async () => {
    const current = await readOrLast()
    if (current !== lastSite) {
      lastSite = current
      served = { ...lastSite, ...facilities }
    }
    return served
  }
}
