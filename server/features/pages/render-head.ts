import { fullTitle, type Head, SITE_META } from '../../../contract/pages/heads.ts'
import { ServedSite } from '../../../contract/site.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

type PageHead = Head & {
  address: string
  type: 'website' | 'profile' | 'article'
  image: string
  isPublic: boolean
  data?: object
  feed?: { title: string; path: string } | undefined
}

export function renderHead(head: PageHead, origin: string, site: ServedSite): string {
  const { title, description, address, type, image, isPublic, data, feed } = head
  const lines = [
    `<title>${escapeHtml(fullTitle(title, site))}</title>`,
    // On pages with a form, only its field may be named description.
    ...(isPublic ? [meta('name', 'description', description)] : []),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', 'summary'),
    aboutSite(site),
    ...(isPublic ? [] : [meta('name', 'robots', 'noindex')]),
    ...(feed && site.reading === 'public' ? [feedLink(feed.title, origin + feed.path)] : []),
    ...(data ? [`<script type="application/ld+json">${escapeScript(JSON.stringify(data))}</script>`] : []),
  ]
  return lines.join('\n    ')
}

const feedLink = (title: string, address: string) =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(address)}" />`

export function renderGeneralHead(site: ServedSite): string {
  const title = `<title>${escapeHtml(site.name)}</title>`
  const robots = site.indexing === 'none' ? [meta('name', 'robots', 'noindex')] : []
  return [title, meta('name', 'description', site.description), aboutSite(site), ...robots].join('\n    ')
}

const aboutSite = (site: ServedSite) => meta('name', SITE_META, toJson(ServedSite, site))

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

// JSON must not end the element. Older parsers take U+2028 and U+2029 for line ends.
function escapeScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
