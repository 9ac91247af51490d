import { useAppSelector } from '../store.ts'

/** Whether the server knows questions, threads and feeds. Those that do have handles too. */
export function useKnowsFeeds(): boolean {
  return useAppSelector(({ auth }) => (auth.user ? Boolean(auth.user.handle) : true))
}
