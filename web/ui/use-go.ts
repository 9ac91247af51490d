import { useLocation, useNavigate } from 'react-router'
import { scrollMemory } from './route-change.tsx'

/** Opens an address for a key, as a click on a link does: the scroll position of this page is saved. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const { key, pathname, search, hash } = useLocation()
  return (to) => {
    scrollMemory.save(key, pathname + search)
    navigate(to, { replace: to === pathname + search + hash })
  }
}
