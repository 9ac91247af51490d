import { useAppSelector } from '../../app/state/store.ts'

/** Servers with questions, threads and feeds have handles too. */
export function useKnowsFeeds(): boolean {
  return useAppSelector(({ auth }) => (auth.user ? Boolean(auth.user.handle) : true))
}
