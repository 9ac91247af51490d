import { useLocation, useNavigate } from 'react-router'
import { scrollMemory } from './route-change.tsx'

/** Like a click on a link, it saves the scroll position. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const { key, pathname, search, hash } = useLocation()
  return (to) => {
    scrollMemory.save(key, pathname + search)
    navigate(to, { replace: to === pathname + search + hash })
  }
}
