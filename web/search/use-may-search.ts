import { SITE_META } from '../../contract/pages/heads.ts'
import { useSite } from '../site/use-site.ts'
import { useAppSelector } from '../store.ts'

/** A server of the specification has no search: it sends no roles and no description of the community. */
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
