import { useLocation } from 'react-router'
import { Guard, ReaderGuard } from '../features/accounts/guard.tsx'
import { LandingPage } from '../features/pages/landing-page.tsx'
import { Button } from '../ui/button.tsx'
import { NarrowPage } from '../ui/layout/page.tsx'
import { ErrorBoundary } from '../ui/routing/error-boundary.tsx'
import { OpenPage } from '../ui/routing/head.ts'
import { lazyOffline } from '../ui/routing/lazy-offline.ts'
import { type LoadablePage, PageLoader } from '../ui/routing/page-loader.tsx'
import { type FoundPage, findPage } from './pages.ts'

const elsewhere: LoadablePage = {
  load: async () => (await import('../features/pages/fallback-page.tsx')).FallbackPage,
}

export function AppRoutes() {
  const { pathname } = useLocation()
  const found = findPage(pathname)
  return (
    <ErrorBoundary key={pathname} fallback={<Broken />}>
      <OpenPage value={found?.page.path ?? '/'}>{elementOf(found, pathname)}</OpenPage>
    </ErrorBoundary>
  )
}

function elementOf(found: FoundPage | undefined, pathname: string) {
  if (!found) return pathname === '/' ? <LandingPage /> : <PageLoader page={elsewhere} />
  const opened = <PageLoader page={found.page} id={found.id} />
  if (found.access === 'anyone') return opened
  return found.access === 'member' ? <Guard>{opened}</Guard> : <ReaderGuard>{opened}</ReaderGuard>
}

function Broken() {
  const { Notice } = lazyOffline
  return (
    <NarrowPage
      title="This page didn't load"
      heading="This page didn't load"
      lead="Check your connection and reload."
    >
      <Button onClick={() => location.reload()}>Reload</Button>
      {Notice && <Notice />}
    </NarrowPage>
  )
}
