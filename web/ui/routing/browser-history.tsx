import { type ReactNode, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { scrollMemory } from './route-change.tsx'

/** BrowserRouter without the links and forms of its module, 4 KB that the landing page does not use. */
export function BrowserHistory({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setVisit] = useState({ action: history.action, location: history.location })
  const { key, pathname, search } = location
  useLayoutEffect(() => {
    return history.listen((visit) => {
      // The old page is still shown. Nobody returns to a visit that is replaced.
      if (visit.action !== 'REPLACE') scrollMemory.save(key, pathname + search)
      setVisit(visit)
    })
  }, [history, key, pathname, search])
  // Without transitions: a logout and the way out of a private page must render together.
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  )
}
