import { useLocation } from 'react-router'
import { matchPage, PAGE_HEADS, type PagePath } from '../../contract/pages/heads.ts'
import { Guard } from '../features/accounts/guard.tsx'
import { LandingPage } from '../features/pages/landing-page.tsx'
import { Button } from '../ui/button.tsx'
import { NarrowPage } from '../ui/layout/page.tsx'
import { ErrorBoundary } from '../ui/routing/error-boundary.tsx'
import { OpenPage } from '../ui/routing/head.ts'
import { type LoadablePage, PageLoader, page } from '../ui/routing/page-loader.tsx'

// The build reads these paths, so that the server can preload what a page needs; see vite.config.ts.
const pages: Record<Exclude<PagePath, '/'>, LoadablePage> = {
  '/login': page(async () => (await import('../features/sign-in/login-page.tsx')).LoginPage),
  '/register': page(async () => (await import('../features/sign-in/register-page.tsx')).RegisterPage),
  '/forgot-password': page(
    async () => (await import('../features/sign-in/recovery/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  '/reset-password': page(
    async () => (await import('../features/sign-in/recovery/reset-password-page.tsx')).ResetPasswordPage,
  ),
  '/confirm-email': page(
    async () => (await import('../features/sign-in/recovery/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  '/sign-in': page(async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage),
  '/setup': page(async () => (await import('../features/sign-in/setup-page.tsx')).SetupPage),
  '/profiles': page(async () => (await import('../features/search/profiles-page.tsx')).ProfilesPage),
  '/profile/:id': page(async () => (await import('../features/profiles/profile-page.tsx')).ProfilePage),
  '/dashboard': page(async () => (await import('../features/pages/dashboard-page.tsx')).DashboardPage),
  '/settings': page(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  '/settings/:id': page(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  '/bookmarks': page(
    async () => (await import('../features/feeds/bookmarks/bookmarks-page.tsx')).BookmarksPage,
  ),
  '/notifications': page(
    async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  ),
  '/admin': page(async () => (await import('../features/moderation/admin-page.tsx')).AdminPage),
  '/create-profile': page(
    async () => (await import('../features/profiles/editing/profile-pages.tsx')).CreateProfilePage,
  ),
  '/edit-profile': page(
    async () => (await import('../features/profiles/editing/profile-pages.tsx')).EditProfilePage,
  ),
  '/add-experience': page(
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).AddExperiencePage,
  ),
  '/add-education': page(
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).AddEducationPage,
  ),
  '/add-project': page(
    async () => (await import('../features/profiles/projects/project-pages.tsx')).AddProjectPage,
  ),
  '/edit-project/:id': page(
    async () => (await import('../features/profiles/projects/project-pages.tsx')).EditProjectPage,
  ),
  '/edit-experience/:id': page(
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).EditExperiencePage,
  ),
  '/edit-education/:id': page(
    async () => (await import('../features/profiles/credentials/credential-pages.tsx')).EditEducationPage,
  ),
  '/posts': page(async () => (await import('../features/feeds/posts-page.tsx')).PostsPage),
  '/search': page(async () => (await import('../features/search/search-page.tsx')).SearchPage),
  '/posts/:id': page(async () => (await import('../features/pages/post-page.tsx')).PostPage),
  '/report': page(async () => (await import('../features/pages/notice-page.tsx')).NoticePage),
  '/rules': page(async () => (await import('../features/pages/site-page.tsx')).SitePage),
  '/privacy': page(async () => (await import('../features/pages/site-page.tsx')).SitePage),
  '/imprint': page(async () => (await import('../features/pages/site-page.tsx')).SitePage),
}

const elsewhere = page(async () => (await import('../features/pages/fallback-page.tsx')).FallbackPage)

export function AppRoutes() {
  const { pathname } = useLocation()
  const match = matchPage(pathname)
  const path = match?.page ?? '/'
  return (
    <ErrorBoundary key={pathname} fallback={<Broken />}>
      <OpenPage value={path}>
        {match ? (
          <Guard access={PAGE_HEADS[path].access}>
            {path === '/' ? <LandingPage /> : <PageLoader page={pages[path]} id={match.id} />}
          </Guard>
        ) : (
          <PageLoader page={elsewhere} />
        )}
      </OpenPage>
    </ErrorBoundary>
  )
}

function Broken() {
  return (
    <NarrowPage
      title="This page didn't load"
      heading="This page didn't load"
      lead="Check your connection and reload."
    >
      <Button onClick={() => location.reload()}>Reload</Button>
    </NarrowPage>
  )
}
