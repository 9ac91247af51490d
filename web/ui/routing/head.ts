import { createContext, use, useEffect } from 'react'
import { fullTitle, type Head, headOf, isPublicPage, type PagePath } from '../../../contract/pages/heads.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { cappedCount } from '../capped-count.ts'

export const OpenPage = createContext<PagePath>('/')

/** Defaults come from contract/pages/heads.ts. */
export function useHead(head: Partial<Head>): void {
  const site = useSite()
  const path = use(OpenPage)
  const isPublic = isPublicPage(path, site)
  const general = headOf(path, site)
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  const { title = general.title, description = general.description } = head
  useEffect(() => {
    describePage(title, description, isPublic)
  }, [title, description, isPublic])
  useEffect(() => {
    const siteTitle = fullTitle(title, site)
    document.title = unread > 0 ? `(${cappedCount(unread)}) ${siteTitle}` : siteTitle
  }, [unread, title, site])
}

function describePage(title: string, description: string, isPublic: boolean): void {
  const canonical = canonicalLink()
  // The server may know the site by another name than the one it was asked for.
  const address = new URL(location.pathname, canonical.href || location.href).href
  if (canonical.href !== address) removeServerTags()
  canonical.href = address
  setDescription(isPublic ? description : undefined)
  setContent('property="og:title"', title)
  setContent('property="og:description"', description)
  setContent('property="og:url"', address)
}

/** These describe the page that was opened first. */
function removeServerTags(): void {
  const known = document.querySelectorAll('[property="og:image"], [type="application/ld+json"]')
  for (const element of known) element.remove()
}

function setContent(attribute: string, content: string): void {
  document.querySelector(`meta[${attribute}]`)?.setAttribute('content', content)
}

/** On pages behind the sign-in, only a field may be called "description". */
function setDescription(content: string | undefined): void {
  const known = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (content === undefined) {
    known?.remove()
    return
  }
  const meta = known ?? document.createElement('meta')
  meta.name = 'description'
  meta.content = content
  if (!known) document.head.append(meta)
}

function canonicalLink(): HTMLLinkElement {
  const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (known) return known
  const link = document.createElement('link')
  link.rel = 'canonical'
  document.head.append(link)
  return link
}
