import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPublicPage, PAGE_HEADS, type PagePath } from '../../../contract/pages/heads.ts'
import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import type { Database } from '../../database/database.ts'
import { CachedResponse } from '../../platform/cache/cached-response.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { originOf } from '../../platform/http/origin.ts'
import { cursorOf, idOfCursor } from '../../platform/http/paging.ts'
import { notFound } from '../../platform/http/refusals.ts'
import { READING, sendResponse } from '../../platform/http/send-response.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { AI_CRAWLERS } from './crawlers.ts'
import { findProfileAfter, listProfilesFrom } from './queries.ts'

const PROFILES_PER_MAP = 5_000
// Profiles may be committed in another order than their ids, so maps overlap.
const OVERLAP = 100
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = 'application/xml; charset=utf-8'
const CURSOR = /^[\w-]{22}$/

const PATHS = (Object.keys(PAGE_HEADS) as PagePath[]).filter((path) => !path.includes(':'))

export function sitemapRoutes(app: FastifyInstance, context: Context): void {
  const { settings, db } = context
  const findChunkStarts = chunkStartFinder(db)

  const pageAddresses = async (origin: string) => {
    const site = await findSiteSettings(db.kysely)
    return PATHS.filter((path) => isPublicPage(path, site)).map((path) => origin + path)
  }

  const areProfilesPublic = async () => isPublicPage('/profile/:id', await findSiteSettings(db.kysely))

  const profileAddresses = async (origin: string, from: string | undefined) => {
    if (!(await areProfilesPublic())) return []
    const rows = await listProfilesFrom(db.kysely, from, PROFILES_PER_MAP + OVERLAP)
    return rows.map(({ user_id }) => `${origin}/profile/${user_id}`)
  }

  const read = (url: string, type: string, content: (origin: string, from?: string) => Promise<string>) =>
    app.route({
      method: READING,
      url,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const from = new URLSearchParams((request.query as { text: string }).text).get('from')
        if (from !== null && !CURSOR.test(from)) throw notFound('Not found')
        const origin = originOf(request.raw, settings)
        const text = await content(origin, from === null ? undefined : idOfCursor(from))
        const response = new CachedResponse({ body: text, headers: { 'content-type': type } })
        return sendResponse(request, reply, response, 'no-cache')
      },
    })

  // With `none`, search engines must be able to read the noindex header.
  read('/robots.txt', 'text/plain; charset=utf-8', async (origin) => {
    const { indexing } = await findSiteSettings(db.kysely)
    const refused =
      indexing === 'all' ? [] : [...AI_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '']
    return [...refused, 'User-agent: *', 'Disallow:', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
  })

  read('/sitemap.xml', XML, async (origin) => {
    const later = (await areProfilesPublic()) ? await findChunkStarts() : []
    if (later.length === 0) {
      return urlSet([...(await pageAddresses(origin)), ...(await profileAddresses(origin, undefined))])
    }
    const profiles = `${origin}/sitemap-profiles.xml`
    const maps = [profiles, ...later.map((id) => `${profiles}?from=${cursorOf(id)}`)]
    return xml('sitemapindex', 'sitemap', [`${origin}/sitemap-pages.xml`, ...maps])
  })

  read('/sitemap-pages.xml', XML, async (origin) => urlSet(await pageAddresses(origin)))

  read('/sitemap-profiles.xml', XML, async (origin, from) => urlSet(await profileAddresses(origin, from)))
}

/** Profiles are only added at the end, so the starts found stay valid. */
function chunkStartFinder({ kysely }: Database): () => Promise<readonly string[]> {
  const starts: string[] = []
  let search: Promise<void> | undefined
  const findMore = () =>
    inBatches(async () => {
      const next = await findProfileAfter(kysely, starts.at(-1), PROFILES_PER_MAP)
      if (next) starts.push(next)
      return { done: next === undefined }
    })
  return async () => {
    search ??= findMore().finally(() => {
      search = undefined
    })
    await search
    return starts
  }
}

const urlSet = (addresses: string[]) => xml('urlset', 'url', addresses)

function xml(kind: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', addresses: string[]): string {
  const items = addresses.map((address) => `<${item}><loc>${escapeHtml(address)}</loc></${item}>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${SCHEMA}">\n${items.join('')}</${kind}>\n`
}
