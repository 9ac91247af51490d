import { SITE_PAGES } from '../../../contract/pages/heads.ts'
import { Site } from '../../../contract/site.ts'
import type { App } from '../../context.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import { requireFound } from '../../platform/http/refusals.ts'
import { logAction } from '../accounts/audit-log.ts'
import { requireRole } from '../accounts/roles.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { topicOf } from '../topics.ts'
import { sitePageReader, storeSitePage } from './site-pages.ts'
import { changeSiteSettings, findSiteSettings, siteFacilities } from './site-settings.ts'

const NO_PAGE = 'Not found'

export function addSite({ serve, context }: App, renderer: Renderer): void {
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

  const readPage = sitePageReader(context, renderer)
  const requirePage = (text: string) =>
    requireFound(
      SITE_PAGES.find((name) => name === text),
      NO_PAGE,
    )

  serve('GET /api/site/pages/:page', async ({ params }) =>
    requireFound(await readPage(requirePage(params.page)), NO_PAGE),
  )

  serve('PUT /api/admin/site/pages/:page', async ({ member, params, body: { text } }) => {
    const page = requirePage(params.page)
    await db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      await storeSitePage(trx, page, text)
      const details = `${page}: ${text === null ? 'removed' : 'changed'}`
      await logAction(trx, { action: 'site', by: member.id, details })
    })
    await cache.checkAfterWrite()
    return (await readPage(page)) ?? { page, text: '', html: '', date: new Date().toISOString() }
  })
}
