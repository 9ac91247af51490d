export const SITE = 'Developer Connector'

/** The description of the landing page, and the default for pages without their own. */
export const SITE_DESCRIPTION =
  'Create a developer profile/portfolio, share posts and get help from other developers'

const LONGEST_DESCRIPTION = 160

/** Updates the title, the description and the canonical address to those of the current page. */
export function describePage(title: string, description = SITE_DESCRIPTION): void {
  document.title = title
  const text = description.replace(/\s+/g, ' ').trim()
  const short = text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION - 1)}…` : text
  document.querySelector('meta[name="description"]')?.setAttribute('content', short)
  canonicalLink().href = location.origin + location.pathname
}

function canonicalLink(): HTMLLinkElement {
  const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (known) return known
  const link = document.createElement('link')
  link.rel = 'canonical'
  document.head.append(link)
  return link
}
