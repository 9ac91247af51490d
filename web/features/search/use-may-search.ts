import { SITE_META } from '../../../contract/pages/heads.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'

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
