import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'

/** Servers of the specification have no search. */
export function useMaySearch(): { people: boolean; posts: boolean } {
  const { isExtended, reading } = useSite()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  return { people: isExtended, posts: isExtended && (isMember || reading === 'public') }
}
