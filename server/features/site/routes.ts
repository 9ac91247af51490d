import { Site } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { document } from '../../platform/cache/document.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { logAction } from '../accounts/audit-log.ts'
import { requireRole } from '../accounts/roles.ts'
import { changeSiteSettings, findSiteSettings, siteFacilities } from './site-settings.ts'

export function siteRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings } = context

  const site = document(cache, {
    schema: Site,
    topic: topicOf.site,
    load: async ([id = '']) =>
      new Map([[id, { ...(await findSiteSettings(db.kysely)), ...siteFacilities(settings) }]]),
  })

  const requireSite = async () => requireFound(await site.response('site'), 'Not found')

  serve('GET /api/site', requireSite)

  serve('PUT /api/admin/site', async ({ member, body }) => {
    await db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      await changeSiteSettings(trx, body)
      const details = Object.entries(body).map(([key, value]) => `${key}: ${value}`)
      if (details.length > 0)
        await logAction(trx, { action: 'site', by: member.id, details: details.join('\n') })
    })
    await cache.checkAfterWrite()
    return requireSite()
  })
}
