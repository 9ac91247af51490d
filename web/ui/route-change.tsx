import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

let focused: Element | null | undefined

/** After a change of route: starts at the top, and asks the next heading to take the focus. */
export function RouteChange() {
  const { pathname, key } = useLocation()
  const type = useNavigationType()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what this waits for
  useLayoutEffect(() => {
    if (key === 'default') return
    focused = document.activeElement
    if (type !== 'POP') scrollTo(0, 0)
  }, [pathname])

  return null
}

/** Whether a heading that appears now may take the focus: once, and not from a reader who moved on. */
export function takeFocusRequest(): boolean {
  if (focused === undefined) return false
  const { activeElement } = document
  const isIdle = activeElement === document.body || activeElement === focused
  focused = undefined
  return isIdle
}
