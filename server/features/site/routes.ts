import { Site } from '../../../contract/site.ts'
import type { App } from '../../context.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import { logAction } from '../accounts/audit-log.ts'
import { requireRole } from '../accounts/roles.ts'
import { topicOf } from '../topics.ts'
import { changeSiteSettings, findSiteSettings, siteFacilities } from './site-settings.ts'

export function addSite({ serve, context }: App): void {
  const { db, cache, settings } = context

  const readSite = () =>
    cache.response('site', async () => {
      const site = { ...(await findSiteSettings(db.kysely)), ...siteFacilities(settings) }
      return { body: toJson(Site, site), topics: [topicOf.site()] }
    })

  serve('GET /api/site', readSite)

  serve('PUT /api/admin/site', async ({ member, body }) => {
    await db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      await changeSiteSettings(trx, body)
      const details = Object.entries(body).map(([key, value]) => `${key}: ${value}`)
      if (details.length > 0)
        await logAction(trx, { action: 'site', by: member.id, details: details.join('\n') })
    })
    await cache.checkAfterWrite()
    return readSite()
  })
}
