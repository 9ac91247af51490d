// Without imports, so that the page can bundle this file.

export const SITE = {
  name: 'Developer Connector',
  description: 'Create a developer profile/portfolio, share posts and get help from other developers',
} as const

export const SITE_PAGES = ['rules', 'privacy', 'imprint'] as const
export type SitePageName = (typeof SITE_PAGES)[number]

export const DEFAULT_SITE = {
  ...SITE,
  registration: 'open',
  reading: 'members',
  inviting: 'moderators',
  profiles: 'public',
  approval: false,
  confirm: 'optional',
  indexing: 'all',
  pages: [] as SitePageName[],
} as const

export type Head = { title: string; description: string }

export type SiteTexts = { name: string; description: string }

export const SITE_META = 'site'

/** As in access.ts; `link` is not for search engines: a form, or it needs a one-time link. */
export type PageAccess = 'anyone' | 'reader' | 'profile-reader' | 'member' | 'link'

type PageHead = {
  title: string
  description?: string
  access: PageAccess
}

export const PAGE_HEADS = {
  '/': { title: SITE.name, access: 'anyone' },
  '/login': { title: 'Sign In', access: 'anyone' },
  '/register': { title: 'Sign Up', access: 'anyone' },
  '/forgot-password': { title: 'Forgot Password', access: 'link' },
  '/reset-password': { title: 'New Password', access: 'link' },
  '/confirm-email': { title: 'Confirm Email', access: 'link' },
  '/sign-in': { title: 'Sign In', access: 'link' },
  '/setup': { title: 'Set Up', access: 'link' },
  '/profiles': {
    title: 'Developers',
    description: 'Browse developers by what they do and know: their skills, experience and projects',
    access: 'profile-reader',
  },
  '/profile/:id': { title: 'Profile', access: 'profile-reader' },
  '/dashboard': { title: 'Dashboard', access: 'member' },
  '/settings': { title: 'Settings', access: 'member' },
  '/settings/:id': { title: 'Settings', access: 'member' },
  '/notifications': { title: 'Notifications', access: 'member' },
  '/bookmarks': { title: 'Bookmarks', access: 'member' },
  '/create-profile': { title: 'Create Profile', access: 'member' },
  '/edit-profile': { title: 'Edit Profile', access: 'member' },
  '/add-experience': { title: 'Add Experience', access: 'member' },
  '/add-education': { title: 'Add Education', access: 'member' },
  '/edit-experience/:id': { title: 'Edit Experience', access: 'member' },
  '/edit-education/:id': { title: 'Edit Education', access: 'member' },
  '/add-project': { title: 'Add Project', access: 'member' },
  '/edit-project/:id': { title: 'Edit Project', access: 'member' },
  '/posts': { title: 'Posts', access: 'reader' },
  '/posts/:id': { title: 'Post', access: 'reader' },
  '/search': { title: 'Search', access: 'reader' },
  '/rules': { title: 'Rules', access: 'anyone' },
  '/privacy': { title: 'Privacy', access: 'anyone' },
  '/report': { title: 'Report content', access: 'link' },
  '/imprint': { title: 'Imprint', access: 'anyone' },
  '/admin': { title: 'Admin', access: 'member' },
} as const satisfies Record<string, PageHead>

export type PagePath = keyof typeof PAGE_HEADS

export type PageMatch = { page: PagePath; id: string | undefined; path: string }

const patterns = (Object.keys(PAGE_HEADS) as PagePath[]).map((page) => ({
  page,
  pattern: new RegExp(`^${page.replace(':id', '([^/]+)')}/*$`, 'i'),
}))

export function matchPage(path: string): PageMatch | undefined {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const id = match[1] && decoded(match[1])
    return { page, id, path: id === undefined ? page : page.replace(':id', encodeURIComponent(id)) }
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function isPublicPage(
  path: PagePath,
  site: Openness & { indexing: string; pages: SitePageName[] },
): boolean {
  if (site.indexing === 'none' || PAGE_HEADS[path].access === 'link') return false
  const name = sitePageAt(path)
  return isOpenPage(path, site) && (name === undefined || site.pages.includes(name))
}

export const sitePageAt = (path: PagePath): SitePageName | undefined =>
  SITE_PAGES.find((name) => path === `/${name}`)

type Openness = { reading: 'members' | 'public'; profiles: 'members' | 'public' }

export function isOpenPage(path: PagePath, { reading, profiles }: Openness): boolean {
  const { access } = PAGE_HEADS[path]
  if (access === 'reader') return reading === 'public'
  if (access === 'profile-reader') return profiles === 'public'
  return access !== 'member'
}

export function headOf(path: PagePath, site: SiteTexts): Head {
  const { title, description = site.description }: PageHead = PAGE_HEADS[path]
  return { title: path === '/' ? site.name : title, description }
}

export function fullTitle(title: string, site: SiteTexts): string {
  return title === site.name ? title : `${title} · ${site.name}`
}
