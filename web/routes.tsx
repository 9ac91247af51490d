import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { Guard, ReaderGuard } from './accounts/guard.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { memberPages, type PageEntry, publicPages, readerPages } from './pages.ts'
import { Button } from './ui/button.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { OpenPage } from './ui/head.ts'
import { NarrowPage } from './ui/page.tsx'
import { Spinner } from './ui/spinner.tsx'

type LazyPage = { page: PageEntry; Lazy: ComponentType }
const lazily = (page: PageEntry): LazyPage => ({
  page,
  Lazy: lazy(async () => ({ default: await page.load() })),
})
const forAnyone = publicPages.map(lazily)
const forMembers = memberPages.map(lazily)
const forReaders = readerPages.map(lazily)
const ElsewherePage = lazy(async () => ({ default: (await import('./elsewhere-page.tsx')).ElsewherePage }))

/** A loaded page is not rendered lazily, because React shows a fallback for at least 300 ms. */
function Opened({ page, Lazy }: LazyPage) {
  const [Page] = useState(() => page.Loaded ?? Lazy)
  return (
    <OpenPage value={page.path}>
      <Page />
    </OpenPage>
  )
}

const route = ({ page, Lazy }: LazyPage) => (
  <Route key={page.path} path={page.path} element={<Opened key={page.path} page={page} Lazy={Lazy} />} />
)

export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname} fallback={<Broken />}>
      <Suspense fallback={<Spinner />}>
        <Routes>
          <Route path="/" element={<LandingPage />} />
          {forAnyone.map(route)}
          <Route element={<Guard />}>{forMembers.map(route)}</Route>
          <Route element={<ReaderGuard />}>{forReaders.map(route)}</Route>
          <Route path="*" element={<ElsewherePage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function Broken() {
  return (
    <NarrowPage
      title="This page did not open"
      heading="This page did not open"
      lead="It may have been updated, or the connection was lost. Loading it again usually helps."
    >
      <Button onClick={() => location.reload()}>Load again</Button>
    </NarrowPage>
  )
}
