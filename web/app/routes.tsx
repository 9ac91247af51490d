import { type ComponentType, useEffect, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import type { PagePath } from '../../contract/pages/heads.ts'
import { Guard, ReaderGuard } from '../features/accounts/guard.tsx'
import { LandingPage } from '../features/pages/landing-page.tsx'
import { Button } from '../ui/button.tsx'
import { NarrowPage } from '../ui/layout/page.tsx'
import { ErrorBoundary } from '../ui/routing/error-boundary.tsx'
import { OpenPage } from '../ui/routing/head.ts'
import { lazyOffline } from '../ui/routing/lazy-offline.ts'
import { Spinner } from '../ui/spinner.tsx'
import { type FoundPage, findPage } from './pages.ts'

type Loadable = { load: () => Promise<ComponentType>; Loaded?: ComponentType }

const elsewhere: Loadable = {
  load: async () => (await import('../features/pages/fallback-page.tsx')).FallbackPage,
}

/** Not React's `lazy`, whose fallback stays for at least 300 ms. */
function Opened({ page }: { page: Loadable }) {
  const [Page, setPage] = useState(() => page.Loaded)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isLoaded = Page !== undefined

  useEffect(() => {
    if (isLoaded) return
    page.load().then(
      (loaded) => setPage(() => loaded),
      (error) => setFailure({ error }),
    )
  }, [page, isLoaded])

  if (failure) throw failure.error
  return Page ? <Page /> : <Spinner />
}

/** Only the route of this address: a router of all pages would take longer than rendering one of them. */
export function AppRoutes() {
  const { pathname } = useLocation()
  const found = findPage(pathname)
  const path: PagePath = found?.page.path ?? '/'
  return (
    <ErrorBoundary key={pathname} fallback={<Broken />}>
      <OpenPage value={path}>
        <Routes>
          <Route path={found || pathname === '/' ? path : '*'} element={elementOf(found, pathname)} />
        </Routes>
      </OpenPage>
    </ErrorBoundary>
  )
}

function elementOf(found: FoundPage | undefined, pathname: string) {
  if (!found) return pathname === '/' ? <LandingPage /> : <Opened page={elsewhere} />
  const opened = <Opened page={found.page} />
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
