import { useAppDispatch, useAppSelector } from '../store.ts'
import { useLoad } from '../ui/use-load.ts'
import { loadOwnProfile } from './profile-calls.ts'

/** The profile of who is logged in: at once where it is known, and fresh soon after. */
export function useOwnProfile() {
  const dispatch = useAppDispatch()
  const userId = useAppSelector((state) => state.auth.user?._id) ?? ''
  const known = useAppSelector((state) => state.profile.profile)
  const { status, retry } = useLoad(userId, (signal) => dispatch(loadOwnProfile(signal)))
  const profile = known?.user._id === userId ? known : null
  return { profile, status: profile ? ('ready' as const) : status, retry }
}
