import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** What a link says that leads back to where the reader was. */
export const BACK = { isReturn: true }

/** Whether the page opens again where it was left, by the browser's own way back or by a link. */
export function useIsReturn(): boolean {
  const isPop = useNavigationType() === 'POP'
  const { state } = useLocation()
  return isPop || state?.isReturn === true
}

/** What lists bring along when they are loaded: the memory of where the reader was. */
export const places = {
  remember: (_visit: string, _path: string): void => {},
  comeBack: (_visit: string, _path: string): void => scrollTo({ top: 0, behavior: 'instant' }),
}

let focused: Element | null | undefined

/** Between two pages: the old one's place is remembered, the new one begins at its top or where it was left. */
export function RouteChange() {
  const { pathname, key } = useLocation()
  const isReturn = useIsReturn()
  const last = useRef<string>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => places.remember(key, pathname)
    // Before the router hears of it, while the old page is still there.
    addEventListener('click', remember, { capture: true })
    addEventListener('popstate', remember, { capture: true })
    return () => {
      removeEventListener('click', remember, { capture: true })
      removeEventListener('popstate', remember, { capture: true })
    }
  }, [key, pathname])

  useLayoutEffect(() => {
    const before = last.current
    last.current = pathname
    // The first page of all is where the browser put it.
    if (before === null) return
    if (before !== pathname) focused = document.activeElement
    if (isReturn) places.comeBack(key, pathname)
    else scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, key, isReturn])

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
