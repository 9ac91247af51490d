import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { keepPlaces, restorePlace } from './scroll-place.ts'

/** The state of links that lead back to where the reader was. */
export const BACK = { isReturn: true }

export const IN_PLACE = { staysInPlace: true }

export function useIsReturn(): boolean {
  const isPop = useNavigationType() === 'POP'
  const { state } = useLocation()
  return isPop || state?.isReturn === true
}

let focused: Element | null | undefined

export function RouteChange() {
  const { pathname, search, key, state } = useLocation()
  const path = pathname + search
  const isPop = useNavigationType() === 'POP'
  const isReturn = useIsReturn()
  const last = useRef<string>(null)

  useEffect(keepPlaces, [])

  useLayoutEffect(() => {
    const before = last.current
    last.current = path
    const isFirst = before === null
    const staysInPlace = state?.staysInPlace === true
    if (!isFirst && before !== path && !staysInPlace) focused = document.activeElement
    const isRestored = isReturn && restorePlace(key, !isPop)
    if (!isRestored && !isFirst && (isReturn || !staysInPlace)) scrollTo({ top: 0, behavior: 'instant' })
  }, [path, key, isPop, isReturn, state])

  return null
}

/** Once per navigation, unless the reader has focused something else. */
export function takeFocusRequest(): boolean {
  if (focused === undefined) return false
  const { activeElement } = document
  const isIdle = activeElement === document.body || activeElement === focused
  focused = undefined
  return isIdle
}
