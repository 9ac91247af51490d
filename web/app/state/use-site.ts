import { isExtended } from './site-slice.ts'
import { useAppSelector } from './store.ts'

export const useSite = () => useAppSelector((state) => state.site)
/** Whether pages about people are open to whoever is here. */
export const useSeesProfiles = (): boolean =>
  useAppSelector(({ auth, site }) => auth.isAuthenticated === true || site.profiles === 'public')
export const useIsExtended = (): boolean => useAppSelector(isExtended)
