import { type ReactNode, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/** BrowserRouter without the links and forms of its module, 4 KB that the landing page does not use. */
export function BrowserHistory({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setVisit] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen(setVisit), [history])
  // Without transitions: a logout and the way out of a private page must render together.
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  )
}
