import { Component, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The state of links that lead back to where the reader was. */
export const BACK = { isReturn: true }

/** The state of links that change a part of the page: scroll position and focus stay. */
export const IN_PLACE = { staysInPlace: true }

/** By the back button or by a link with `BACK`. */
export function useIsReturn(): boolean {
  const isPop = useNavigationType() === 'POP'
  const { state } = useLocation()
  return isPop || state?.isReturn === true
}

/** Replaced by ui/lists/scroll-memory.ts, which loads with the lists that need it. */
export const scrollMemory = {
  save: (_visit: string, _path: string): void => {},
  restore: (_visit: string, _path: string): void => scrollTo({ top: 0, behavior: 'instant' }),
}

let focused: Element | null | undefined

export function RouteChange() {
  const { pathname, search, key, state } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const path = pathname + search
  const isReturn = useIsReturn()
  const last = useRef<string>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  useLayoutEffect(() => {
    const before = last.current
    last.current = path
    // On the first page, the browser itself sets the scroll position.
    if (before === null) return
    const staysInPlace = state?.staysInPlace === true
    if (before !== path && !staysInPlace) focused = document.activeElement
    if (isReturn) scrollMemory.restore(key, path)
    else if (!staysInPlace) scrollTo({ top: 0, behavior: 'instant' })
  }, [path, key, isReturn, state])

  return <SavePlace visit={key} path={path} isReplaced={isReplaced} />
}

type Visit = { visit: string; path: string; isReplaced: boolean }

/** A class, because no hook runs before the old page is removed. Nobody returns to a visit that is replaced. */
class SavePlace extends Component<Visit> {
  override getSnapshotBeforeUpdate({ visit, path }: Visit) {
    if (visit !== this.props.visit && !this.props.isReplaced) scrollMemory.save(visit, path)
    return null
  }

  // React expects it together with the method above.
  override componentDidUpdate() {}

  override render() {
    return null
  }
}

/** Once per navigation, unless the reader has focused something else. */
export function takeFocusRequest(): boolean {
  if (focused === undefined) return false
  const { activeElement } = document
  const isIdle = activeElement === document.body || activeElement === focused
  focused = undefined
  return isIdle
}
