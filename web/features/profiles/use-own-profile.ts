import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useLoad } from '../../ui/lists/use-load.ts'
import { loadOwnProfile } from './profile-calls.ts'

/** Loaded on every visit; until then, the profile is the one in the state. */
export function useOwnProfile(visit = '') {
  const dispatch = useAppDispatch()
  const user = useAppSelector((state) => state.auth.user) ?? { _id: '', name: '' }
  const known = useAppSelector((state) => state.profile.profile)
  const { status, retry } = useLoad(`${user._id} ${visit}`, (signal) =>
    dispatch(loadOwnProfile(user, signal)),
  )
  return { profile: known?.user._id === user._id ? known : null, status, retry }
}
