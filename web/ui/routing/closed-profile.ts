import { useLocation } from 'react-router'
import { matchPage, PAGE_HEADS } from '../../../contract/pages/heads.ts'
import { useSite } from '../../app/state/use-site.ts'

export function useClosedProfile(): string | undefined {
  const { profiles } = useSite()
  const to: unknown = useLocation().state?.destination
  return profiles === 'members' && typeof to === 'string' && isProfilePath(to) ? to : undefined
}

/** Only paths of this site: another host would start with two slashes. */
function isProfilePath(to: string): boolean {
  const [path = ''] = to.split(/[?#]/)
  const page = matchPage(path)?.page
  return isHandlePath(path) || (page !== undefined && PAGE_HEADS[page].access === 'profile-reader')
}

export const isHandlePath = (path: string): boolean => path.startsWith('/@')
