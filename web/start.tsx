import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { loadUser } from './accounts/account-calls.ts'
import { recoverSession } from './accounts/session-recovery.ts'
import { rememberToken } from './accounts/token-memory.ts'
import { App } from './app.tsx'
import { makeStore } from './store.ts'

const store = makeStore()
rememberToken(store)
recoverSession(store)
store.dispatch(loadUser())

const root = document.getElementById('root')
if (root) {
  const app = (
    <StrictMode>
      <Provider store={store}>
        {/* Not as transitions: a logout and the way out of a private page must render as one. */}
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>
  )
  // In slices, between which the browser can do something else.
  startTransition(() => createRoot(root).render(app))
}
