import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { loadUser } from './accounts/account-calls.ts'
import { rememberToken } from './accounts/token-memory.ts'
import { App } from './app.tsx'
import { preloadPage } from './pages.ts'
import { makeStore } from './store.ts'
import './styles.css'

const store = makeStore()
rememberToken(store)
store.dispatch(loadUser())

// Behind the guard a page would only be asked for once the user is known.
preloadPage(location.pathname)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        {/* Not as transitions: a logout and the way out of a private page must render as one. */}
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  )
}
