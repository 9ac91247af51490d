import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { loadUser, recoverSession } from '../features/accounts/session.ts'
import { rememberToken } from '../features/accounts/token-memory.ts'
import { listenLater } from '../features/events/listen-later.ts'
import { App } from './app.tsx'
import { isExtended } from './state/site-slice.ts'
import { createStore } from './state/store.ts'
import './styles.css'

const store = createStore()
rememberToken(store)
recoverSession(store)
listenLater(store)
store.dispatch(loadUser())
if (!isExtended(store.getState())) {
  // Without it, the page is that of the specification.
  import('./ask-for-site.ts').then(({ askForSite }) => askForSite(store), console.warn)
}

const app = (
  <StrictMode>
    <Provider store={store}>
      {/* Without transitions: a logout and the way out of a private page must render together. */}
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </Provider>
  </StrictMode>
)

const root = document.getElementById('root')
if (root) {
  const spinner = root.querySelector('.first-spinner')
  // The landing page arrives with content for guests; until now, styles have hidden it from members.
  const isPrerendered = root.querySelector('#main') && !store.getState().auth.token
  // React has recovered from these, for example by deferring a list, so they are no errors of the page.
  const options = { onRecoverableError: (error: unknown) => console.warn(error) }
  if (isPrerendered) {
    spinner?.remove()
    hydrateRoot(root, app, options)
  } else {
    root.replaceChildren(...(spinner ? [spinner] : []))
    createRoot(root, options).render(app)
  }
  delete document.documentElement.dataset.member
}
