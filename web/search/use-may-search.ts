import { SITE_META } from '../../contract/pages/heads.ts'
import { useSite } from '../site/use-site.ts'
import { useAppSelector } from '../store.ts'

/**
 * What the visitor may search. A server that knows only the specification has no search: it tells members no role, and
 * sends no description of the community with the page.
 */
export function useMaySearch(): { people: boolean; posts: boolean } {
  const { user, isAuthenticated } = useAppSelector((state) => state.auth)
  const isReadable = useSite().reading === 'public'
  if (isAuthenticated) {
    const hasSearch = user?.role !== undefined
    return { people: hasSearch, posts: hasSearch }
  }
  const hasSearch = document.querySelector(`meta[name="${SITE_META}"]`) !== null
  return { people: hasSearch, posts: hasSearch && isReadable }
}
