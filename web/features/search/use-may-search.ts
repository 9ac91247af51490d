import { useAppSelector } from '../../app/state/store.ts'
import { useSeesProfiles, useSite } from '../../app/state/use-site.ts'

/** Servers of the specification have no search. */
export function useMaySearch(): { people: boolean; posts: boolean } {
  const { isExtended, reading } = useSite()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const people = useSeesProfiles()
  return { people: isExtended && people, posts: isExtended && (isMember || reading === 'public') }
}
