import { useLocation, useNavigate } from 'react-router'

/** Like a click on a link: going to the current address replaces it. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (to) => navigate(to, { replace: to === pathname + search + hash })
}

/** Links with this hash open a page with its text form focused. */
export const WRITE = '#write'

export const ASK = '#ask'
