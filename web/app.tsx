import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SITE } from '../contract/heads.ts'
import { AlertArea } from './alerts/alert-area.tsx'
import { Navbar } from './navbar.tsx'
import { AppRoutes } from './routes.tsx'
import { useSite } from './site/use-site.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { RouteChange } from './ui/route-change.tsx'

const Shortcuts = lazy(async () => ({ default: (await import('./keyboard/shortcuts.tsx')).Shortcuts }))

export function App() {
  const { name } = useSite()
  const isLanding = useLocation().pathname === '/'
  // Opens the palette: a press of the button, or of a key before the keys were loaded.
  const [call, setCall] = useState<Event>()
  useKeysOnLanding(isLanding && !call, setCall)
  useMono(isLanding)
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <RouteChange />
      {(!isLanding || call) && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <Shortcuts call={call} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Navbar onFind={setCall} />
      <AlertArea />
      {/* As tall as the window from the start, so that nothing visible moves when content arrives. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100svh-3.5rem)] outline-none print:min-h-0">
        <AppRoutes />
      </main>
      <footer className="border-t border-line py-6 text-center text-sm text-muted max-sm:mb-14 print:hidden">
        <p>
          <span className="font-mono">&lt;/&gt;</span> {name === SITE.name ? null : <bdi>{name}. </bdi>}Made
          for developers. Hosted by you.
        </p>
      </footer>
    </>
  )
}

/** The landing page loads the keys when one is pressed that may open the palette. */
function useKeysOnLanding(isLanding: boolean, onCall: (event: Event) => void): void {
  useEffect(() => {
    if (!isLanding) return
    const onKey = (event: KeyboardEvent) => {
      if (!'/k'.includes(event.key)) return
      event.preventDefault()
      onCall(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isLanding, onCall])
}

/** The second font is loaded after the first paint, except on the landing page, which only uses it for a few words. */
function useMono(isLanding: boolean): void {
  useEffect(() => {
    if (!isLanding) import('./mono.css')
  }, [isLanding])
}
