import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Guard, ReaderGuard } from '../features/accounts/guard.tsx'
import { LandingPage } from '../features/pages/landing-page.tsx'
import { Button } from '../ui/button.tsx'
import { NarrowPage } from '../ui/layout/page.tsx'
import { ErrorBoundary } from '../ui/routing/error-boundary.tsx'
import { OpenPage } from '../ui/routing/head.ts'
import { lazyOffline } from '../ui/routing/lazy-offline.ts'
import { Spinner } from '../ui/spinner.tsx'
import { type FoundPage, findPage, type PageComponent } from './pages.ts'

type Loadable = { load: () => Promise<PageComponent>; Loaded?: PageComponent }

const elsewhere: Loadable = {
  load: async () => (await import('../features/pages/fallback-page.tsx')).FallbackPage,
}

/** Not React's `lazy`, whose fallback stays for at least 300 ms. */
function Opened({ page, id = '' }: { page: Loadable; id?: string }) {
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
  return Page ? <Page id={id} /> : <Spinner />
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
  if (!found) return pathname === '/' ? <LandingPage /> : <Opened page={elsewhere} />
  const opened = <Opened page={found.page} id={found.id} />
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
