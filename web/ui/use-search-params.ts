import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useNavigator } from './browser-history.tsx'

type Change = (current: URLSearchParams) => URLSearchParams

/** The query of the address, and how to change it. */
export function useSearchParams() {
  const navigator = useNavigator()
  const { pathname, search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])

  function setParams(change: Change, { replace }: { replace: boolean }) {
    const query = String(change(params))
    const to = query ? `${pathname}?${query}` : pathname
    if (replace) navigator.replace(to)
    else navigator.push(to)
  }

  return [params, setParams] as const
}
