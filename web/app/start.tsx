import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { loadUser } from '../features/accounts/account-calls.ts'
import { recoverSession } from '../features/accounts/session-recovery.ts'
import { rememberToken } from '../features/accounts/token-memory.ts'
import { listenLater } from '../features/events/listen-later.ts'
import { BrowserHistory } from '../ui/routing/browser-history.tsx'
import { call } from './api/client.ts'
import { App } from './app.tsx'
import { findOpenPage } from './pages.ts'
import { siteChanged } from './state/site-slice.ts'
import { createStore } from './state/store.ts'

const CONTENT_PATIENCE = 300

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
  const app = (
    <StrictMode>
      <Provider store={store}>
        <BrowserHistory>
          <App />
        </BrowserHistory>
      </Provider>
    </StrictMode>
  )
  // React has recovered from these, for example by deferring a list, so they are no errors of the page.
  const options = { onRecoverableError: (error: unknown) => console.warn(error) }
  // In a transition, so that rendering does not block the browser.
  firstContent().then(() =>
    startTransition(() => {
      if (root.hasChildNodes()) hydrateRoot(root, app, options)
      else createRoot(root, options).render(app)
    }),
  )
}

/** Content nearly always arrives before React; waiting briefly for the rest avoids an empty first render. */
function firstContent(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isRendered = false
  const render = () => {
    isRendered = true
    resolve()
  }
  setTimeout(render, CONTENT_PATIENCE)
  loadFirstPage(() => isRendered).then(render, render)
  return promise
}

async function loadFirstPage(isRendered: () => boolean): Promise<void> {
  await user
  const found = findOpenPage(location.pathname, store.getState().auth.isAuthenticated === true)
  if (!found) return
  await found.page.load()
  // A rendered page loads its content itself.
  if (!isRendered()) await found.page.fill?.(store, found.id)
}
