import type { PagePath } from '../../contract/pages/heads.ts'
import { filtersOf, readFeed } from '../features/posts/feeds.ts'
import type { PageComponent } from '../ui/routing/page-loader.tsx'
import { prefetch, prefetchPage } from './api/client.ts'
import { isPublic, isServed, servedSite } from './state/served-site.ts'
import type { Store } from './state/store.ts'

// Part of the first script, which runs before React has loaded: do not import anything large.

type LazyPage = {
  path: PagePath
  load: () => Promise<PageComponent>
  Loaded?: PageComponent
  prefetch?: (id: string) => void
  preload?: (store: Store, id: string) => Promise<void>
}

function page(
  path: PagePath,
  load: LazyPage['load'],
  prefetch?: LazyPage['prefetch'],
  preload?: LazyPage['preload'],
): LazyPage {
  const lazy: LazyPage = {
    path,
    prefetch,
    preload,
    async load() {
      lazy.Loaded = await load()
      return lazy.Loaded
    },
  }
  return lazy
}

/** The landing page is not here: it is part of the first load. */
export const publicPages = [
  page('/login', async () => (await import('../features/sign-in/login-page.tsx')).LoginPage),
  page('/register', async () => (await import('../features/sign-in/register-page.tsx')).RegisterPage),
  page(
    '/forgot-password',
    async () => (await import('../features/sign-in/recovery/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page(
    '/reset-password',
    async () => (await import('../features/sign-in/recovery/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    '/confirm-email',
    async () => (await import('../features/sign-in/recovery/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  page('/sign-in', async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage),
  page('/setup', async () => (await import('../features/sign-in/setup-page.tsx')).SetupPage),
  page(
    '/profiles',
    async () => (await import('../features/search/profiles-page.tsx')).ProfilesPage,
    () => {
      if (!location.search) prefetch('GET /api/profile', {})
    },
  ),
  page(
    '/profile/:id',
    async () => (await import('../features/profiles/profile-page.tsx')).ProfilePage,
    (id) => prefetch('GET /api/profile/user/:id', { params: { id } }),
    async (store, id) => (await import('../features/profiles/profile-page.tsx')).fillProfile(store, id),
  ),
]

export const memberPages = [
  page(
    '/dashboard',
    async () => (await import('../features/pages/dashboard-page.tsx')).DashboardPage,
    () => prefetch('GET /api/profile/me', {}),
  ),
  page('/settings', async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  page('/settings/:id', async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  page(
    '/bookmarks',
    async () => (await import('../features/feeds/bookmarks/bookmarks-page.tsx')).BookmarksPage,
  ),
  page(
    '/notifications',
    async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  ),
  page('/admin', async () => (await import('../features/moderation/admin-page.tsx')).AdminPage),
  page(
    '/create-profile',
    async () => (await import('../features/profiles/editing/profile-pages.tsx')).CreateProfilePage,
  ),
  page(
    '/edit-profile',
    async () => (await import('../features/profiles/editing/profile-pages.tsx')).EditProfilePage,
  ),
  page(
    '/add-experience',
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).AddExperiencePage,
  ),
  page(
    '/add-education',
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).AddEducationPage,
  ),
  page(
    '/add-project',
    async () => (await import('../features/profiles/projects/project-pages.tsx')).AddProjectPage,
  ),
  page(
    '/edit-project/:id',
    async () => (await import('../features/profiles/projects/project-pages.tsx')).EditProjectPage,
    () => prefetch('GET /api/profile/me', {}),
  ),
  page(
    '/edit-experience/:id',
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).EditExperiencePage,
    () => prefetch('GET /api/profile/me', {}),
  ),
  page(
    '/edit-education/:id',
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).EditEducationPage,
    () => prefetch('GET /api/profile/me', {}),
  ),
]

/** For visitors too where the community can be read in public. */
export const readerPages = [
  page(
    '/posts',
    async () => (await import('../features/pages/posts-page.tsx')).PostsPage,
    () => prefetchPage('GET /api/posts', { filters: isServed() ? filtersOf(readFeed(location.search)) : {} }),
    async (store) => (await import('../features/pages/posts-page.tsx')).fillFeed(store),
  ),
  page('/search', async () => (await import('../features/search/search-page.tsx')).SearchPage),
  page(
    '/posts/:id',
    async () => (await import('../features/pages/post-page.tsx')).PostPage,
    (id) => prefetch('GET /api/posts/:id', { params: { id } }),
    async (store, id) => (await import('../features/pages/post-page.tsx')).fillPost(store, id),
  ),
]

export type FoundPage = { page: LazyPage; access: 'anyone' | 'member' | 'reader'; id: string }

/** As on the server, case and a slash at the end make no difference. */
export function findPage(pathname: string): FoundPage | undefined {
  const [, name = '', id = ''] = /^\/([^/]+)(?:\/([^/]+))?\/*$/.exec(pathname) ?? []
  const wanted = `/${name.toLowerCase()}${id && '/:id'}`
  for (const [access, pages] of groups) {
    const page = pages.find(({ path }) => path === wanted)
    if (page) return { page, access, id }
  }
  return undefined
}

const groups = [
  ['anyone', publicPages],
  ['member', memberPages],
  ['reader', readerPages],
] as const

export function findOpenPage(pathname: string, isMember: boolean): FoundPage | undefined {
  const found = findPage(pathname)
  if (!found || !/^[\w-]*$/.test(found.id)) return undefined
  const isOpen = isMember || found.access === 'anyone'
  return isOpen || (found.access === 'reader' && isPublic(servedSite())) ? found : undefined
}

export function prepare(pathname: string, isMember: boolean): void {
  const found = findOpenPage(pathname, isMember)
  // If this fails, the page reports it when it opens.
  found?.page.load().catch(() => {})
  found?.page.prefetch?.(found.id)
}
