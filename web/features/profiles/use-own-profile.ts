import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useLoad } from '../../ui/lists/use-load.ts'
import { loadOwnProfile } from './profile-calls.ts'

/** From the state at once if possible, and reloaded on every visit. */
export function useOwnProfile(visit = '') {
  const dispatch = useAppDispatch()
  const user = useAppSelector((state) => state.auth.user) ?? { _id: '', name: '' }
  const known = useAppSelector((state) => state.profile.profile)
  const { status, retry } = useLoad(`${user._id} ${visit}`, (signal) =>
    dispatch(loadOwnProfile(user, signal)),
  )
  const profile = known?.user._id === user._id ? known : null
  return { profile, status: profile ? ('ready' as const) : status, retry }
}
