import { useLocation } from 'react-router'
import { useShortcuts } from '../features/palette/use-shortcuts.tsx'
import { AlertArea } from '../ui/alert-area.tsx'
import { RouteChange } from '../ui/routing/route-change.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { AppRoutes } from './routes.tsx'

export function App() {
  const isLanding = useLocation().pathname === '/'
  const shortcuts = useShortcuts(isLanding)
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <RouteChange />
      {shortcuts.dialog}
      <Navbar onFind={shortcuts.openPalette} />
      <AlertArea />
      {/* As tall as the window from the start, so that nothing visible moves when content arrives. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100svh-3.5rem)] outline-none print:min-h-0">
        <AppRoutes />
      </main>
      <Footer />
    </>
  )
}
