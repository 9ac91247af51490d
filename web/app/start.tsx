import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { loadUser } from '../features/accounts/account-calls.ts'
import { recoverSession } from '../features/accounts/session-recovery.ts'
import { rememberToken } from '../features/accounts/token-memory.ts'
import { listenLater } from '../features/events/listen-later.ts'
import { call } from './api/client.ts'
import { App } from './app.tsx'
import { findOpenPage } from './pages.ts'
import { siteChanged } from './state/site-slice.ts'
import { createStore } from './state/store.ts'

// In milliseconds.
const USER_PATIENCE = 200
const CONTENT_PATIENCE = 1_000

const store = createStore()
rememberToken(store)
recoverSession(store)
listenLater(store)
const user = store.dispatch(loadUser())
// The development server sends the page without the head that our server writes.
if (import.meta.env.DEV) {
  call('GET /api/site', {}).then((site) => store.dispatch(siteChanged(site)), console.warn)
}

const root = document.getElementById('root')
if (root) {
  const app = (isReady: boolean) => (
    <StrictMode>
      <Provider store={store}>
        {/* Without transitions: a logout and the way out of a private page must render together. */}
        <BrowserRouter useTransitions={false}>
          <App isReady={isReady} />
        </BrowserRouter>
      </Provider>
    </StrictMode>
  )
  // React has recovered from these, for example by deferring a list, so they are no errors of the page.
  const options = { onRecoverableError: (error: unknown) => console.warn(error) }
  if (root.querySelector('main')) {
    // In a transition, so that hydration does not block the visible page.
    firstContent().then(() => startTransition(() => void hydrateRoot(root, app(true), options)))
  } else renderInSteps(createRoot(root, options), app)
}

/** The navigation appears while the page loads, or together with it if it has loaded already. */
async function renderInSteps(root: Root, app: (isReady: boolean) => ReactNode): Promise<void> {
  const content = firstContent()
  await Promise.race([user, content])
  root.render(app(false))
  await content
  root.render(app(true))
}

/** Waits briefly for the page and its content. */
async function firstContent(): Promise<void> {
  await Promise.race([user, wait(USER_PATIENCE)])
  if (store.getState().auth.loading) return
  let isOver = false
  const content = loadFirstPage(() => isOver).catch(() => {})
  await Promise.race([content, wait(CONTENT_PATIENCE)])
  isOver = true
}

async function loadFirstPage(isOver: () => boolean): Promise<void> {
  const found = findOpenPage(location.pathname, store.getState().auth.isAuthenticated === true)
  if (!found) return
  await found.page.load()
  // A rendered page loads its content itself.
  if (!isOver()) await found.page.preload?.(store, found.id)
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
