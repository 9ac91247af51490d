import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { Guard } from './accounts/guard.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { memberPages, publicPages } from './pages.ts'
import { Button } from './ui/button.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { NotFound } from './ui/not-found.tsx'
import { Page } from './ui/page.tsx'
import { Spinner } from './ui/spinner.tsx'

export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname} fallback={<Broken />}>
      <Suspense fallback={<Spinner />}>
        <Routes>
          <Route path="/" element={<LandingPage />} />
          {publicPages.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route element={<Guard />}>
            {memberPages.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path="*" element={<UnknownPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function UnknownPage() {
  return (
    <NotFound
      heading="Page not found"
      lead="There is nothing at this address."
      back={{ to: '/', text: 'Back to the start' }}
    />
  )
}

function Broken() {
  return (
    <Page
      heading="This page did not open"
      lead="It may have been updated, or the connection was lost. Loading it again usually helps."
    >
      <Button onClick={() => location.reload()}>Load again</Button>
    </Page>
  )
}
