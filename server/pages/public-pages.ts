import { mayCall } from '../../contract/access.ts'
import { PAGE_HEADS, type PagePath } from '../../contract/heads.ts'
import type { Site } from '../../contract/site.ts'

/** Whether visitors may see a page, so that search engines may list it. Pages that need a one-time link are not listed. */
export function isPublicPage(page: PagePath, { reading }: Pick<Site, 'reading'>): boolean {
  const { access } = PAGE_HEADS[page]
  return access !== 'link' && mayCall(access, { role: 'visitor', mayRead: reading === 'public' })
}
