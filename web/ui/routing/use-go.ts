import { useLocation, useNavigate } from 'react-router'

/** Like a click on a link: going to the current address replaces it. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (to) => navigate(to, { replace: to === pathname + search + hash })
}
