import { isExtended } from './site-slice.ts'
import { useAppSelector } from './store.ts'

export const useSite = () => useAppSelector((state) => state.site)
export const useSeesProfiles = (): boolean =>
  useAppSelector(({ auth, site }) => auth.isAuthenticated === true || site.profiles === 'public')
export const useIsExtended = (): boolean => useAppSelector(isExtended)
