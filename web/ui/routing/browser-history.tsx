import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { createPath, type Location, type NavigationType, type Navigator, Router, type To } from 'react-router'

/** `usr` is the state of the link, `key` names the visit. */
type Stored = { usr: unknown; key: string }

const asPath = (to: To) => (typeof to === 'string' ? to : createPath(to))

function readLocation(action: `${NavigationType}`) {
  const { pathname, search, hash } = location
  const { usr = null, key = 'default' }: Partial<Stored> = history.state ?? {}
  return { action: action as NavigationType, location: { pathname, search, hash, state: usr, key } }
}

const Navigation = createContext<Navigator | undefined>(undefined)

/** Unlike the router's hooks, it does not render the caller again when the address changes. */
export function useNavigator(): Navigator {
  const navigator = use(Navigation)
  if (!navigator) throw new Error('There is no history around this')
  return navigator
}

/** The library's ready-made router was a twentieth of what the landing page loads. */
export function BrowserHistory({ children }: { children: ReactNode }) {
  const [visited, setState] = useState(() => readLocation('POP'))

  const navigator = useMemo((): Navigator => {
    const visit = (state: unknown): Stored => ({ usr: state, key: Math.random().toString(36).slice(2) })
    return {
      createHref: asPath,
      go: (delta) => history.go(delta),
      push(to, state) {
        history.pushState(visit(state), '', asPath(to))
        setState(readLocation('PUSH'))
      },
      replace(to, state) {
        history.replaceState(visit(state), '', asPath(to))
        setState(readLocation('REPLACE'))
      },
    }
  }, [])

  useLayoutEffect(() => {
    const onPop = () => setState(readLocation('POP'))
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])

  return (
    <PageAt {...visited} navigator={navigator}>
      {children}
    </PageAt>
  )
}

type PlaceProps = {
  location: Partial<Location> | string
  action?: NavigationType
  navigator: Navigator
  children: ReactNode
}

export function PageAt({ location, action, navigator, children }: PlaceProps) {
  // Not as transitions: a logout and the way out of a private page must render as one.
  return (
    <Router location={location} navigationType={action} navigator={navigator} useTransitions={false}>
      <Navigation value={navigator}>{children}</Navigation>
    </Router>
  )
}
