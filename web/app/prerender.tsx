import { configureStore } from '@reduxjs/toolkit'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { StaticRouter } from 'react-router'
import { DEFAULT_SITE, type SiteTexts } from '../../contract/pages/heads.ts'
import type { ServedSite } from '../../contract/site.ts'
import { App } from './app.tsx'
import type { State } from './state/store.ts'

export function prerenderLanding(site: SiteTexts & Pick<ServedSite, 'reading' | 'pages'>): string {
  const state: Pick<State, 'auth' | 'alert' | 'site'> = {
    auth: { token: null, isAuthenticated: false, loading: false, user: null, setAside: null },
    alert: [],
    site: { ...DEFAULT_SITE, ...site, mail: false, signIn: [], passwordSignIn: true, isExtended: true },
  }
  const html = renderToString(
    <Provider store={configureStore({ reducer: () => state })}>
      <StaticRouter location="/">
        <App />
      </StaticRouter>
    </Provider>,
  )
  // React preloads all pictures, but this one is below a phone's fold and must not delay the styles.
  return html.replace(/^(<link rel="preload"[^>]*>)+/, '')
}
