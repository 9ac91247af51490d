import { fullTitle, type Head, SITE } from '../../contract/heads.ts'
import { escapeHtml } from '../http/escape-html.ts'

export type Shown = Head & {
  /** The address of the page by which search engines know it. */
  address: string
  type: 'website' | 'profile'
  image: string
  /** Whether search engines may list the page. */
  isPublic: boolean
  /** What it says to machines in the terms of schema.org. */
  data?: object
}

/** The part of the HTML that differs from page to page. */
export function renderHead({ title, description, address, type, image, isPublic, data }: Shown): string {
  const lines = [
    `<title>${escapeHtml(fullTitle(title))}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('property', 'og:site_name', SITE.name),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', 'summary'),
    ...(isPublic ? [] : [meta('name', 'robots', 'noindex')]),
    ...(data ? [`<script type="application/ld+json">${escapeScript(JSON.stringify(data))}</script>`] : []),
  ]
  return lines.join('\n    ')
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

// Nothing in it can end the element or open a comment, and older parsers take U+2028 and U+2029 for line ends.
function escapeScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
