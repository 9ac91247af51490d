import type { SitePageName } from '../../../contract/pages/heads.ts'
import type { SitePage } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { FIRST_ID } from '../../ids.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { siteChanged, topicOf } from '../topics.ts'

// Not the id of a member, whose texts would wait for these.
const AUTHOR = { id: FIRST_ID, address: 'this server' }

/** Rendered when it is first read, as it is read far more often than it changes. */
export function sitePageReader({ db, cache }: Context, renderer: Renderer) {
  return (page: SitePageName): Promise<SitePage | undefined> =>
    cache.load(`site page ${page}`, async () => {
      const row = await db.kysely
        .selectFrom('site_pages')
        .selectAll()
        .where('page', '=', page)
        .executeTakeFirst()
      if (!row) return undefined
      const { html } = (await renderer.render(AUTHOR, row.text)).stored
      const date = new Date(row.written_at).toISOString()
      return { value: { page, text: row.text, html, date }, topics: [topicOf.site()] }
    })
}

export async function storeSitePage(trx: Queryable, page: SitePageName, text: string | null): Promise<void> {
  await trx.deleteFrom('site_pages').where('page', '=', page).execute()
  if (text !== null) {
    await trx.insertInto('site_pages').values({ page, text, written_at: Date.now() }).execute()
  }
  siteChanged(trx)
}
