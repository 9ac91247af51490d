import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** The router's own hook brings its links and forms, which the page does not use. */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
