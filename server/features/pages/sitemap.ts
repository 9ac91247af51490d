import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPublicPage, PAGE_HEADS, type PagePath } from '../../../contract/pages/heads.ts'
import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import type { Database } from '../../database/database.ts'
import { HttpResponse, READING } from '../../platform/cache/http-response.ts'
import { cursorOf, idOfCursor } from '../../platform/cache/list.ts'
import type { LimitRequests } from '../../platform/http/admission.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { originOf } from '../../platform/http/origin.ts'
import { notFound } from '../../platform/http/refusals.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import { listProfilesFrom, profileFurtherOn } from './queries.ts'

// About half a megabyte each.
const PROFILES_IN_ONE = 5_000
// A profile may be committed shortly after one that was created later, so each map repeats a few of the next.
const OVERLAP = 100
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const CURSOR = /^[\w-]{22}$/

const PATHS = (Object.keys(PAGE_HEADS) as PagePath[]).filter((path) => !path.includes(':'))

/** The pages that anyone may read. */
async function publicPaths({ db }: Context): Promise<string[]> {
  const site = await findSiteSettings(db.kysely)
  return PATHS.filter((path) => isPublicPage(path, site))
}

/** robots.txt, and the map of all that search engines may list. */
export function sitemapRoutes(app: FastifyInstance, context: Context, limit: LimitRequests): void {
  const { settings, db } = context
  const starts = new ChunkStarts(db)

  const profileAddresses = async (origin: string, from: string | undefined) => {
    const rows = await listProfilesFrom(db.kysely, from, PROFILES_IN_ONE + OVERLAP)
    return rows.map(({ user_id }) => `${origin}/profile/${user_id}`)
  }

  const read = (url: string, type: string, content: (origin: string, from?: string) => Promise<string>) =>
    app.route({
      method: READING,
      url,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        limit(request)
        const from = new URLSearchParams((request.query as { text: string }).text).get('from')
        if (from !== null && !CURSOR.test(from)) throw notFound('Not found')
        const origin = originOf(request.raw, settings)
        const text = await content(origin, from === null ? undefined : idOfCursor(from))
        return new HttpResponse(text, undefined, { 'content-type': type }).send(request, reply, 'no-cache')
      },
    })

  read('/robots.txt', 'text/plain; charset=utf-8', async (origin) =>
    ['User-agent: *', 'Disallow:', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
  )

  read('/sitemap.xml', 'application/xml; charset=utf-8', async (origin) => {
    const pages = (await publicPaths(context)).map((path) => origin + path)
    const later = await starts.find()
    if (later.length === 0) return urlSet([...pages, ...(await profileAddresses(origin, undefined))])
    const profiles = `${origin}/sitemap-profiles.xml`
    const maps = [profiles, ...later.map((id) => `${profiles}?from=${cursorOf(id)}`)]
    return sitemapIndex([`${origin}/sitemap-pages.xml`, ...maps])
  })

  read('/sitemap-pages.xml', 'application/xml; charset=utf-8', async (origin) =>
    urlSet((await publicPaths(context)).map((path) => origin + path)),
  )

  read('/sitemap-profiles.xml', 'application/xml; charset=utf-8', async (origin, from) => {
    return urlSet(await profileAddresses(origin, from))
  })
}

/**
 * Where each map of profiles except the first begins. Ids sort by creation time, so these positions never change; only
 * profiles added since are scanned, some thousands at a time.
 */
class ChunkStarts {
  readonly #db: Database
  readonly #starts: string[] = []
  #search: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  async find(): Promise<readonly string[]> {
    this.#search ??= this.#findMore().finally(() => {
      this.#search = undefined
    })
    await this.#search
    return this.#starts
  }

  #findMore(): Promise<void> {
    return inBatches(async () => {
      const next = await profileFurtherOn(this.#db.kysely, this.#starts.at(-1), PROFILES_IN_ONE)
      if (next) this.#starts.push(next)
      return { done: next === undefined }
    })
  }
}

function urlSet(addresses: string[]): string {
  const entries = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${SCHEMA}">\n${entries.join('')}</urlset>\n`
}

function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${SCHEMA}">\n${entries.join('')}</sitemapindex>\n`
}
