import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Removes the one-time code from the address bar, and so from the history, at once. */
export function useCode(): string {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [code, setCode] = useState(() => hash.slice(1))

  useLayoutEffect(() => {
    if (!hash) return
    setCode(hash.slice(1))
    navigate(pathname + search, { replace: true })
  }, [hash, pathname, search, navigate])

  return code
}
