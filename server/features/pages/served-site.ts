import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SITE } from '../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { asRefusal } from '../../platform/http/errors.ts'
import { readSiteSettings, type SiteSettings, siteFacilities } from '../site/site-settings.ts'

const MAX_WAIT = 1_000

/** Returns the last known state while the database is unavailable. */
export function servedSiteReader(context: Context): () => Promise<ServedSite> {
  const { settings, cache } = context
  const facilities = siteFacilities(settings)
  let known: SiteSettings = DEFAULT_SITE
  let served: ServedSite = { ...known, ...facilities }

  const readCurrent = async (): Promise<SiteSettings> => {
    await cache.check()
    return readSiteSettings(context)
  }

  const readKnown = async (): Promise<SiteSettings> => {
    if (!context.ready) return known
    const timeout = new AbortController()
    const waited = sleep(MAX_WAIT, known, { signal: timeout.signal, ref: false })
    waited.catch(() => {})
    try {
      return await Promise.race([readCurrent(), waited])
    } catch (error) {
      if (asRefusal(error).retryAfter === undefined) throw error
      return known
    } finally {
      timeout.abort()
    }
  }

  return async () => {
    const current = await readKnown()
    if (current !== known) {
      known = current
      served = { ...known, ...facilities }
    }
    return served
  }
}
